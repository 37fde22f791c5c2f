import type { Language } from '../../texts/page-texts.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';

/** What the backend says; the pages have texts of their own, so that none carries these. */

export type TextKey = keyof typeof en;
/** A language without one of the keys, or with another, does not compile. */
export type Texts = Readonly<Record<TextKey, string>>;

const texts: Readonly<Record<Language, Texts>> = { en, de, ar };

export const isTextKey = (key: string): key is TextKey => Object.hasOwn(en, key);
export const textIn = (language: Language, key: TextKey): string => texts[language][key];
