import type { Context } from 'hono';
import { languageDetector } from 'hono/language';
import { isLanguage, type Language, languages } from '../texts/page-texts.ts';

/** The shopper's choice, which the page stores as a cookie, or else the browser's language. */
export const detectLanguage = languageDetector({
  supportedLanguages: languages,
  fallbackLanguage: 'en',
  order: ['cookie', 'header'],
  lookupCookie: 'language',
  caches: false,
});

export function languageOf(c: Context): Language {
  const detected: string = c.get('language');
  return isLanguage(detected) ? detected : 'en';
}
