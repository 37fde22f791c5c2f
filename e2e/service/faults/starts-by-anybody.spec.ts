import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { percentile } from '../../../tools/bench/kit/statistics.ts';
import { proofSize, proofSizes } from '../../../tools/check/proof-sizes.ts';
import { keepProof } from '../../../tools/check/proofs/proof-rows.ts';
import { changeMerchant } from '../../support/stack/admin-client.ts';
import { refreshToken } from '../../support/stack/service-client.ts';
import { MERCHANT_ID } from '../../support/stack/stack.ts';
import { connect } from '../../support/stack/wallet-client.ts';
import { openReceiver, type Receiver } from './callback-receiver.ts';
import { anyOf, send, start, withParameters } from './merchant.ts';
import { type Service, startServices, stores } from './stores.ts';

const GUESTS = 16;
const ADDRESS = '198.51.100.7';
/** In an hour. */
const STARTS_OF_ADDRESS = 120;
const PAY_EVERY_MS = 1_000;
const GOAL_MS = { payment: 1_000, callback: 2_000 };
const CALLBACK_WITHIN_MS = 60_000;

type Attack = {
  readonly processes: readonly Service[];
  readonly callbackUrl: string;
  readonly until: number;
};

for (const store of stores) {
  test(`S73: on ${store} a shopper pays each second while 16 guests of one address start and cancel at the limit`, {
    tag: ['@prove'],
  }, async () => {
    const seconds = proofSize('guestStarts');
    test.setTimeout(180_000 + seconds * 2_000);
    const receiver = await openReceiver({ ports: 1, failing: 0, hangMs: undefined, isOver: () => true });
    const callbackUrl = receiver.url();
    const { processes, stop } = await startServices(store, {
      settings: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' },
    });
    try {
      const { inspectorUrl, url } = anyOf(processes);
      await changeMerchant(inspectorUrl, MERCHANT_ID, { notificationUrls: [callbackUrl] });
      // A token each, as the shop's page gives them to anybody.
      const tokens = await Promise.all(Array.from({ length: GUESTS }, () => refreshToken(url)));
      const until = performance.now() + seconds * 1_000;
      const attack = { processes, callbackUrl, until };
      const [shopping, ...attackers] = await Promise.all([
        payEachSecond(attack, receiver),
        ...tokens.map((token) => startAndCancel(attack, token)),
      ]);
      const started = sum(attackers.map((each) => each.started));
      const asked = sum(attackers.map((each) => each.asked));
      const { times, refusals, told } = shopping;
      expect(refusals).toEqual([]);
      expect(started).toBeLessThanOrEqual(STARTS_OF_ADDRESS);
      const p95 = percentile(times, 0.95);
      const latest = Math.max(...told);
      keepProof({
        what: `${proofSizes.guestStarts.what}, ${store}`,
        measured: `${seconds} s, ${asked} starts asked for, ${started} let through; ${times.length} payments, ${refusals.length} refused, p95 ${p95.toFixed(0)} ms; first callback after ${latest.toFixed(0)} ms at the latest`,
        goal: `0 refused, p95 < ${GOAL_MS.payment} ms, first callback within ${GOAL_MS.callback} ms`,
        reached: p95 < GOAL_MS.payment && latest < GOAL_MS.callback,
      });
    } finally {
      await stop();
      receiver.close();
    }
  });
}

/** A backend's SALEs, the time of each, and how long after its answer the first callback came. */
async function payEachSecond({ processes, callbackUrl, until }: Attack, receiver: Receiver) {
  const times: number[] = [];
  const refusals: string[] = [];
  const answered = new Map<string, number>();
  while (performance.now() < until) {
    const name = randomUUID();
    const began = performance.now();
    const metadata = JSON.stringify({ request: name });
    const sale = withParameters(start('SALE', '12.34'), { metadata, callback_url: callbackUrl });
    const { status, text } = await send(anyOf(processes).url, sale);
    const ended = performance.now();
    times.push(ended - began);
    if (status === 200) answered.set(name, ended);
    else refusals.push(`${status} ${text}`);
    await delay(Math.max(0, began + PAY_EVERY_MS - ended));
  }
  const told = await Promise.all(
    [...answered].map(async ([name, at]) => (await firstArrival(receiver, name)) - at),
  );
  return { times, refusals, told };
}

async function firstArrival({ arrivals }: Receiver, name: string): Promise<number> {
  const deadline = performance.now() + CALLBACK_WITHIN_MS;
  for (;;) {
    const first = arrivals.find(({ request }) => request === name);
    if (first) return first.at;
    if (performance.now() > deadline) throw new Error('no callback came of a payment');
    await delay(20);
  }
}

/** What a page script of anybody can do with one guest's token. */
async function startAndCancel({ processes, callbackUrl, until }: Attack, token: string) {
  let [asked, started] = [0, 0];
  const { url } = anyOf(processes);
  const wallet = await connect(url, token, { address: ADDRESS });
  while (performance.now() < until) {
    const attempt = randomUUID();
    asked += 1;
    const { status } = await wallet.ask(`${url}/wallet/api/v1/instant`, {
      attempt,
      merchant_id: String(MERCHANT_ID),
      method: 'paypal',
      opens: 'window',
      currency: 'EUR',
      amount: '48.50',
      callback_url: callbackUrl,
      metadata: JSON.stringify({ order_id: attempt }),
    });
    if (status === 200) started += 1;
    await wallet.ask(`${url}/wallet/api/v1/instant/${attempt}/cancel`, {});
  }
  return { asked, started };
}

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
