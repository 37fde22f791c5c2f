import { randomUUID } from 'node:crypto';
import { CompactEncrypt, importJWK } from 'jose';
import { refreshToken, textAt, valueAt } from './service-client.ts';
import { MERCHANT_ID, PUBLISHABLE_KEY } from './stack.ts';

/** A registered origin of the demo account. */
export const ORIGIN = 'http://localhost:3000';

/** Of a stream: more than one event has. */
const KEPT_CHARACTERS = 4_096;

/** What a wallet frame is to the service, without a browser: an access token and what it is good for. */
export type WalletClient = {
  /** Public id of the session. */
  readonly session: string;
  /** Hands over a new card; returns its `cc_token`. */
  handOver(url: string, number: string): Promise<string>;
  /** Keeps a card among the user's, as MANAGE does. */
  keep(url: string, number: string): Promise<void>;
  ask(address: string, form?: Record<string, string>): Promise<{ status: number; body: unknown }>;
  /** Opens the stream of what happens in the session. */
  follow(url: string): Promise<EventStream>;
};

type EventStream = {
  /** Reads on until `text` has come; false where the stream ends before. */
  until(text: string): Promise<boolean>;
  hangUp(): void;
};

type Tab = {
  /** The session that it goes on with. Default: a new one. */
  readonly session?: string;
  /** Where it is, as the proxy before the service says. */
  readonly address?: string;
};

/** A tab of the shopper. */
export async function connect(
  url: string,
  refreshToken: string,
  { session, address }: Tab = {},
): Promise<WalletClient> {
  const walletSession = session === undefined ? {} : { walletSession: session };
  const forwarded = address === undefined ? {} : { 'X-Forwarded-For': address };
  const answer = await fetch(`${url}/wallet/api/v1/token`, {
    method: 'POST',
    headers: { Origin: ORIGIN, ...forwarded },
    body: new URLSearchParams({ publishableKey: PUBLISHABLE_KEY, refreshToken, ...walletSession }),
  });
  const granted = await answer.json();
  const headers = { Authorization: `Bearer ${textAt(granted, 'accessToken')}`, ...forwarded };
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
    follow: (at) => openStream(`${at}/wallet/api/v1/events?after=0`, headers),
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

async function openStream(address: string, headers: Record<string, string>): Promise<EventStream> {
  const ending = new AbortController();
  const asked = { headers: { ...headers, Accept: 'text/event-stream' }, signal: ending.signal };
  const { status, body } = await fetch(address, asked);
  if (status !== 200 || body === null) throw new Error(`Cannot follow a session: answered ${status}`);
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let last = '';
  return {
    async until(text) {
      while (!last.includes(text)) {
        const { done, value } = await reader.read();
        if (done) return false;
        last = (last + value).slice(-KEPT_CHARACTERS);
      }
      return true;
    },
    hangUp: () => ending.abort(),
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
