import type { CardTokenRow } from '../../tables/payments.ts';
import type { HasMasterKey } from '../keys/master-key.ts';
import type { BrowserData } from '../processor/acquirer-question.ts';

/** How long a security code is kept for the first authorisation, from when it was entered. Rule: tokens/entry. */
export const CODE_LIVES_MS = 15 * 60_000;

/** The browser that a token was made in, as far as it is known. */
export type TokenBrowser = Partial<BrowserData> & {
  /** The shopper's address. */
  readonly ip: string;
};

/** What is known of a token's entry, beside its card. */
export type TokenEntry = {
  readonly securityCode?: string | undefined;
  readonly browser?: TokenBrowser | undefined;
};

type Owned = Pick<CardTokenRow, 'digest'>;

/** What each seal is bound to: no other token's row opens it. */
export const entryContext = ({ digest }: Owned, column: 'code' | 'browser') =>
  `token-${column}:${Buffer.from(digest).toString('hex')}`;

/** The columns that keep an entry with its token. */
export function sealEntry(
  { masterKey }: HasMasterKey,
  token: Owned,
  { securityCode, browser }: TokenEntry,
): Pick<CardTokenRow, 'code' | 'browser'> {
  const seal = (text: string, column: 'code' | 'browser') =>
    masterKey.seal(Buffer.from(text), entryContext(token, column));
  return {
    code: securityCode ? seal(securityCode, 'code') : null,
    browser: browser ? seal(JSON.stringify(browser), 'browser') : null,
  };
}

/** What a token's entry was; empty where it is no longer kept. The code only for its quarter of an hour. */
export function openEntry({ masterKey }: HasMasterKey, token: CardTokenRow, now: Date): TokenEntry {
  const open = (column: 'code' | 'browser') => {
    const sealed = token[column];
    const bytes = sealed && masterKey.openUnder(sealed, [entryContext(token, column)]);
    return bytes ? Buffer.from(bytes).toString() : undefined;
  };
  const isCodeKept = now.getTime() - token.createdAt.getTime() < CODE_LIVES_MS;
  const browser = open('browser');
  return {
    securityCode: isCodeKept ? open('code') : undefined,
    browser: browser === undefined ? undefined : JSON.parse(browser),
  };
}
