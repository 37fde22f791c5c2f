import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { refreshToken, textAt } from '../../../support/stack/service-client.ts';
import { connect } from '../../../support/stack/wallet-client.ts';
import { answerAtBank, type BankBox, openBox } from '../bank.ts';
import { anyOf, followUp, type Reply, type Request, start, withParameters } from '../merchant.ts';
import { bill, count, type Scene, statusAfter, untilAnswered } from './told.ts';

const GOOD = '4242424242424242';
const CARDS = [GOOD, GOOD, GOOD, GOOD, '4000000000009995'] as const;
/** The processor of the last ends follow-ups later. */
const MERCHANTS = ['1001', '1002'] as const;
/** Decided two seconds later: in minor units. */
const LATER = 300_200;
/** Only of this money the sandbox's bank asks. */
const CHALLENGED = { amount: 1_000, currency: 'GBP' };

const decimal = (minor: number) => (minor / 100).toFixed(2);

/** One payment of a random kind, with follow-ups of random amounts, and sometimes before the start has ended. */
export async function pay(scene: Scene): Promise<void> {
  const kind = scene.random.next();
  if (kind < 0.12) return payAtProvider(scene);
  if (kind < 0.32) return payAfterChallenge(scene);
  const amount = scene.random.chance(0.05) ? LATER : scene.random.whole(500, 6_000);
  const currency = scene.random.oneOf(['EUR', 'USD', 'GBP']);
  const method = kind < 0.55 ? 'SALE' : 'AUTH';
  const merchant_id = scene.random.oneOf(MERCHANTS);
  const asked = withParameters(start(method, decimal(amount), scene.random.oneOf(CARDS)), {
    currency,
    merchant_id,
    callback_url: scene.callbackUrl,
  });
  const started = await bill(scene, asked);
  if (!started) return;
  // Some merchants do not wait for the end, and are refused where there is none.
  const isEager = scene.random.chance(0.1);
  if (!isEager && (await statusAfter(scene, started.id)) !== 'SUCCESS') return;
  await followUps(scene, { id: started.id, merchant_id, method, amount, currency });
}

type Started = {
  readonly id: string;
  readonly merchant_id: string;
  readonly method: 'SALE' | 'AUTH';
  readonly amount: number;
  readonly currency: string;
};

/** Captures in parts, gives back in parts, voids a part or the rest; also what there is no money for. */
async function followUps(scene: Scene, { id, merchant_id, method, amount, currency }: Started) {
  const { random, callbackUrl } = scene;
  const common = { currency, merchant_id, callback_url: callbackUrl };
  const captures = method === 'SALE' ? [id] : [];
  for (let left = random.whole(0, method === 'SALE' ? 2 : 4); left > 0; left -= 1) {
    const captured = captures.at(-1);
    const kind = captured === undefined ? 'CHARGE' : random.oneOf(verbsAfter(method));
    const of = kind === 'CHARGE' || captured === undefined ? id : captured;
    const part = random.chance(0.05) ? amount : random.whole(1, Math.ceil(amount / 3));
    const request = withParameters(followUp(kind, of, decimal(part)), common);
    const done = await bill(scene, kind === 'VOID' ? withoutAmount(request, of) : request);
    if (done && kind === 'CHARGE') captures.push(done.id);
    if (done && random.chance(0.8)) await statusAfter(scene, done.id);
  }
  if (captures.length === 0 && random.chance(0.5))
    await bill(scene, withParameters(withoutAmount(followUp('VOID', id, ''), id), common));
}

const verbsAfter = (method: Started['method']) =>
  method === 'SALE'
    ? (['REFUND', 'REFUND', 'VOID'] as const)
    : (['CHARGE', 'CHARGE', 'REFUND', 'REFUND', 'VOID'] as const);

/** A VOID is of all of it. */
function withoutAmount({ key, form }: Request, transactionID: string): Request {
  const { amount: _, ...others } = form;
  return { key, form: { ...others, transactionID } };
}

/** The bank asks, and the shopper passes, fails, cancels, or goes away. */
async function payAfterChallenge(scene: Scene) {
  const { random, callbackUrl } = scene;
  const { amount, currency } = CHALLENGED;
  const method = random.oneOf(['SALE_3DS', 'AUTH_3DS'] as const);
  const merchant_id = random.oneOf(MERCHANTS);
  const asked = withParameters(start(method, decimal(amount)), {
    currency,
    merchant_id,
    callback_url: callbackUrl,
  });
  const started = await bill(scene, asked);
  if (!started) return;
  const button = random.oneOf(['Y', 'Y', 'Y', 'N', 'U', 'cancel']);
  if (random.chance(0.05) || !started.reply.text.includes('3ds_confirmation_box_url')) return;
  const box = await untilBankAsks(scene, started.reply);
  if (!box) return;
  await untilAnswered(scene, async (service) => (await answerAtBank(service, box, button)).ok || undefined);
  if ((await statusAfter(scene, started.id)) !== 'SUCCESS') return;
  await followUps(scene, {
    id: started.id,
    merchant_id,
    method: method === 'SALE_3DS' ? 'SALE' : 'AUTH',
    amount,
    currency,
  });
}

const BOX_WAITS_MS = 60_000;

/** Waits in the box while nobody knows whether the bank asks. Undefined where it does not, or the shopper gives up. */
async function untilBankAsks(scene: Scene, reply: Reply): Promise<BankBox | undefined> {
  const giveUpAt = Date.now() + BOX_WAITS_MS;
  for (let waited = false; ; waited = true) {
    const box = await untilAnswered(scene, ({ url }) => openBox(url, reply));
    const isOver = Date.now() > giveUpAt;
    if (box.shows === 'waits' && !isOver) await delay(500);
    else {
      count(scene.boxes, waited ? `${box.shows} after a while` : box.shows);
      return box.shows === 'bank' ? box : undefined;
    }
  }
}

const INSTANT = 'paypal';

/** A shopper pays at a provider, which asks for the money of a card. */
async function payAtProvider(scene: Scene) {
  const { random, callbackUrl } = scene;
  const [attempt, user] = [randomUUID(), randomUUID()];
  const amount = random.whole(500, 6_000);
  const currency = random.oneOf(['EUR', 'USD', 'GBP']);
  const form = { attempt, merchant_id: '1001', method: INSTANT, opens: 'window', currency };
  // An access token is of one service alone.
  const at = { processes: [anyOf(scene.processes)] };
  const wallet = await untilAnswered(at, async ({ url }) => connect(url, await refreshToken(url, user)));
  const ask = (path: string, sent?: Record<string, string>) =>
    untilAnswered(at, async ({ url }) => {
      const { status, body } = await wallet.ask(`${url}/wallet/api/v1/instant${path}`, sent);
      return status < 500 && status !== 429 ? { status, body } : undefined;
    });
  const { body } = await ask('', { ...form, amount: decimal(amount), callback_url: callbackUrl });
  const transactionId = textAt(body, 'payment', 'transaction_id');
  const request = new URL(textAt(body, 'payment', 'provider_url')).searchParams.get('request') ?? '';
  const action = random.oneOf(['approve', 'approve', 'approve', 'refuse', 'cancel']);
  const answer = new URLSearchParams({ request, action, funding: random.oneOf(['0', '1', '2']) });
  const headers = { 'Sec-Fetch-Site': 'same-origin' };
  await untilAnswered(scene, async ({ issuerUrl }) => {
    const sent = { method: 'POST', headers, body: answer };
    const { status } = await fetch(`${issuerUrl}/providers/${INSTANT}`, sent);
    if (status >= 500) throw new Error(`the provider answers ${status}`);
    return true;
  });
  const told = await ask(`/${attempt}`);
  const heard = textAt(told.body, 'payment', 'status');
  const status = heard === 'SUCCESS' ? 'OK' : heard;
  scene.told.push({ transactionId, method: 'SALE', amount, status, billing: undefined });
  if ((await statusAfter(scene, transactionId)) === 'SUCCESS')
    await followUps(scene, { id: transactionId, merchant_id: '1001', method: 'SALE', amount, currency });
}
