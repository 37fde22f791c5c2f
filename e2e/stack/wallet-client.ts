import { randomUUID } from 'node:crypto';
import { CompactEncrypt, importJWK } from 'jose';
import { refreshToken, textAt, valueAt } from './service-client.ts';
import { MERCHANT_ID, PUBLISHABLE_KEY } from './stack.ts';

/** A registered origin of the demo account. */
export const ORIGIN = 'http://localhost:3000';

/** What a wallet frame is to the service, without a browser: an access token and what it is good for. */
export type WalletClient = {
  /** Public id of the session. */
  readonly session: string;
  /** Hands over a new card; returns its `cc_token`. */
  handOver(url: string, number: string): Promise<string>;
  /** Keeps a card among the user's, as MANAGE does. */
  keep(url: string, number: string): Promise<void>;
  ask(address: string, form?: Record<string, string>): Promise<{ status: number; body: unknown }>;
};

/** A tab of the shopper; with `session` the one that it goes on with. */
export async function connect(url: string, refreshToken: string, session?: string): Promise<WalletClient> {
  const walletSession = session === undefined ? {} : { walletSession: session };
  const answer = await fetch(`${url}/wallet/api/v1/token`, {
    method: 'POST',
    headers: { Origin: ORIGIN },
    body: new URLSearchParams({ publishableKey: PUBLISHABLE_KEY, refreshToken, ...walletSession }),
  });
  const granted = await answer.json();
  const headers = { Authorization: `Bearer ${textAt(granted, 'accessToken')}` };
  const ask: WalletClient['ask'] = async (address, form) => {
    const body = form && new URLSearchParams(form);
    const method = form ? 'POST' : 'GET';
    const answered = await fetch(address, { method, headers, ...(body && { body }) });
    return { status: answered.status, body: await answered.json() };
  };
  const walletSessionId = textAt(granted, 'walletSession');
  const sendCard = async (at: string, number: string, where: Record<string, string>) => {
    const { body: present } = await ask(`${at}/wallet/api/v1/vault-key`);
    const card = await sealed(number, walletSessionId, present);
    return ask(`${at}/wallet/api/v1/cards`, { card, merchant_id: String(MERCHANT_ID), ...where });
  };
  return {
    session: walletSessionId,
    ask,
    async handOver(at, number) {
      const { body } = await sendCard(at, number, { saveForLater: '0' });
      return textAt(body, 'paymentMethod', 'cc_token');
    },
    async keep(at, number) {
      const { status } = await sendCard(at, number, { saveForLater: '1', view: 'MANAGE' });
      if (status !== 200) throw new Error(`Cannot keep a card: answered ${status}, expected 200`);
    },
  };
}

/** A shopper with these cards saved, by the backend's name. */
export async function shopperWith(url: string, numbers: readonly string[]): Promise<string> {
  const shopper = `user-${randomUUID()}`;
  const client = await connect(url, await refreshToken(url, shopper));
  // One after the other: the list shows the newest first.
  for (const number of numbers) await client.keep(url, number);
  return shopper;
}

/** As the frame encrypts it, to the vault's key as the service has answered it. */
async function sealed(number: string, session: string, present: unknown): Promise<string> {
  const at = valueAt(present, 'serviceTime');
  const ofKey = (part: string) => textAt(present, 'vaultKey', part);
  const [n, e, kid] = [ofKey('n'), ofKey('e'), ofKey('kid')];
  const bound = { session, merchant_id: MERCHANT_ID, at, id: randomUUID() };
  const securityCode = number.length === 15 ? '1234' : '123';
  const holder = { expMonth: '12', expYear: '2040', securityCode, holderName: 'A Shopper' };
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify({ number, ...holder, bound })))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid })
    .encrypt(await importJWK({ kty: 'RSA', n, e }, 'RSA-OAEP-256'));
}
