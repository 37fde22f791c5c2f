import type { Context } from 'hono';
import { languageDetector } from 'hono/language';
import { directionOf, isLanguage, isTextKey, type Language, languages, textIn } from '../texts/texts.ts';

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

/** A page in one language from its first byte on: fills each element whose last attribute is `data-text`. */
export function pageIn(language: Language, html: string): string {
  return html
    .replace('<html lang="en" dir="ltr">', `<html lang="${language}" dir="${directionOf(language)}">`)
    .replace(/data-text="([\w.]+)">[^<]*/g, (written, key) =>
      isTextKey(key) ? `data-text="${key}">${textIn(language, key)}` : written,
    );
}
