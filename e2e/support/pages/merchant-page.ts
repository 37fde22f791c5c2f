import type { Page } from '@playwright/test';
import { freePort } from '../stack/free-port.ts';
import { servePages } from '../stack/page-server.ts';
import { refreshToken } from '../stack/service-client.ts';
import { MERCHANT_ID, PUBLISHABLE_KEY, type Stack } from '../stack/stack.ts';

type Outcome = { readonly code: string } | { readonly value: unknown };

/** Runs lines in the page; a rejection of the SDK is given by its code. */
export type Run = (lines: string) => Promise<Outcome>;

/** Whom the merchant's page belongs to, by its backend's name. */
export const SHOPPER = 'lifecycle';

type Visit = {
  /** HTML in its head. Default: none. */
  readonly head?: string;
  /** HTML of its body. Default: the container. */
  readonly body?: string;
  /** Runs in its script, which has all of that at hand. Default: nothing. */
  readonly script?: string;
  /** Of its scripts' tags. Default: none. */
  readonly nonce?: string;
  /** By no name: the token is the same whenever the page is loaded anew. */
  readonly isGuest?: boolean;
};

/** A merchant's page whose script has `begin`, `settings` and `details` at hand, and keeps what the SDK says in `said`. */
export async function openMerchantPage(
  page: Page,
  stack: Stack,
  { head = '', body = '<div id="wallet"></div>', script: more = '', nonce = '', isGuest = false }: Visit = {},
): Promise<Run> {
  const token = await refreshToken(stack.serviceUrl, isGuest ? undefined : SHOPPER);
  const script = `
    globalThis.settings = { merchant_id: ${MERCHANT_ID}, view: 'CHECKOUT' };
    globalThis.details = { currency: 'EUR', amount: '48.50' };
    globalThis.said = [];
    globalThis.refreshToken = '${token}';
    globalThis.connect = () => sdk.auth.connect({ publishableKey: '${PUBLISHABLE_KEY}', refreshToken });
    for (const name of ['init', 'ready', 'sessionExpired', 'error'])
      sdk.wallet.on(name, ({ code }) => said.push(code ? name + ' ' + code : name));
    globalThis.begin = () => { connect().catch(() => {}); return sdk.wallet.init(settings, details); };
    ${more}
  `;
  const html = `<!doctype html><head>${head}</head><title>Merchant</title>
    <script nonce="${nonce}" src="${stack.serviceUrl}/sdk/sdk.js"></script>${body}
    <script nonce="${nonce}">${script}</script>`;
  const port = await freePort();
  const pages = new Map([
    ['/', html],
    ['/elsewhere', '<!doctype html><title>Elsewhere</title>'],
  ]);
  const server = await servePages(port, pages);
  page.once('close', () => server.close());
  await page.goto(`http://localhost:${port}/`);
  return (lines) =>
    page.evaluate(`(async () => { ${lines} })().then((value) => ({ value }), ({ code }) => ({ code }))`);
}

/** What the SDK has said on this page. */
export const said = (page: Page) => page.evaluate<string[]>('said');
