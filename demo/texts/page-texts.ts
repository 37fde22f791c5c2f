import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';

export type TextKey = keyof typeof en;
/** A language without one of the keys, or with another, does not compile. */
export type Texts = Readonly<Record<TextKey, string>>;

const texts = { en, de, ar } satisfies Record<string, Texts>;
export type Language = keyof typeof texts;
/** Each by its own name, the fallback first. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  ar: 'العربية',
};

export const isLanguage = (tag: string): tag is Language => Object.hasOwn(texts, tag);
export const languages = Object.keys(languageNames).filter(isLanguage);
export const isTextKey = (key: string): key is TextKey => Object.hasOwn(en, key);
export const directionOf = (language: Language) => (language === 'ar' ? 'rtl' : 'ltr');

/** A text with its values filled in; among letters that run the other way each keeps its own order. */
export function textIn(language: Language, key: TextKey, values: Record<string, string> = {}): string {
  const [open, close] = directionOf(language) === 'rtl' ? ['\u2068', '\u2069'] : ['', ''];
  return texts[language][key].replace(/\{(\w+)\}/g, (_, name) => `${open}${values[name] ?? ''}${close}`);
}
