import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { closestOf, type Language, loadLanguage } from './language.ts';

/** Query parameter with the wallet's language, where a wallet has sent the shopper. */
export const LOCALE_PARAMETER = 'locale';

/** The language of a page: `named`, or else that of its address, or else the browser's. */
export function wantedLanguage(c: Context, localeTag?: string): Promise<Language> {
  return loadLanguage([...tagsOf(localeTag ?? c.req.query(LOCALE_PARAMETER)), ...browserTags(c)]);
}

/** The locale in a request's language header, which the wallet sets to its own. */
export function requestLocale(c: Context): string {
  return closestOf(browserTags(c));
}

function browserTags(c: Context): string[] {
  return tagsOf(c.req.header('Accept-Language')).flatMap((header) =>
    parseAccept(header).map(({ type }) => type),
  );
}

/** Ignores a longer text, which cannot be a tag. */
function tagsOf(text: string | undefined): string[] {
  return text === undefined || text.length > 256 ? [] : [text];
}
