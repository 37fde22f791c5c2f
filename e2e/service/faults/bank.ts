import { textAt } from '../../support/stack/service-client.ts';
import type { Reply } from './merchant.ts';

/** What the box of a payment hands to the shopper's browser. */
export type BankBox = {
  readonly transactionId: string;
  readonly boxPath: string;
  /** `waits`: nobody knows yet whether the bank asks. */
  readonly shows: 'bank' | 'waits' | 'ended';
  /** For the bank; empty where it does not ask. */
  readonly PaReq: string;
};

const ENDED = 410;

/** Opens the box of a payment whose billing says that the bank asks, or may. */
export async function openBox(url: string, { status, text }: Reply): Promise<BankBox> {
  if (status >= 300) throw new Error(`Cannot ask for a challenge: answered ${status} ${text}`);
  const { transaction } = JSON.parse(text);
  const { pathname: boxPath } = new URL(textAt(transaction, '3ds_confirmation_box_url'));
  const page = await fetch(url + boxPath);
  if (!page.ok && page.status !== ENDED) throw new Error(`Cannot open the box: answered ${page.status}`);
  const [, PaReq = ''] = /name="PaReq" value="([^"]+)"/.exec(await page.text()) ?? [];
  const shows = page.status === ENDED ? 'ended' : PaReq ? 'bank' : 'waits';
  return { transactionId: textAt(transaction, 'transactionID'), boxPath, shows, PaReq };
}

/** Presses one of the bank's buttons, by its value: `Y`, `N`, `U`, `cancel`. */
export function answerAtBank(
  { issuerUrl }: { readonly issuerUrl: string },
  { PaReq }: BankBox,
  action: string,
): Promise<Response> {
  const headers = { 'Sec-Fetch-Site': 'same-origin' };
  const body = new URLSearchParams({ PaReq, action });
  return fetch(`${issuerUrl}/acs/answer`, { method: 'POST', body, headers });
}
