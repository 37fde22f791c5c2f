import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { closestOf, type Language, loadLanguage } from './language.ts';

/** Of an address: the wallet's language, where a wallet has sent the shopper. */
export const LOCALE_PARAMETER = 'locale';

/** What a page is to be written in: `named`, else what its address names, else what the browser asks for. */
export function wantedLanguage(c: Context, named?: string): Promise<Language> {
  return loadLanguage([...tagsOf(named ?? c.req.query(LOCALE_PARAMETER)), ...askedTags(c)]);
}

/** The locale that a request asks for in its header, which the wallet sets to its own. */
export function askedLocale(c: Context): string {
  return closestOf(askedTags(c));
}

function askedTags(c: Context): string[] {
  return tagsOf(c.req.header('Accept-Language')).flatMap((header) =>
    parseAccept(header).map(({ type }) => type),
  );
}

/** A tag is short: whatever is longer is none. */
function tagsOf(text: string | undefined): string[] {
  return text === undefined || text.length > 256 ? [] : [text];
}
