import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { proofSize, proofSizes } from '../../scripts/test/proof-sizes.ts';
import { keepProof } from '../proofs/proof-rows.ts';
import { lookUp } from '../stack/service-client.ts';
import {
  anyOf,
  followUp,
  having,
  type Reply,
  type Request,
  send,
  start,
  transactionIdOf,
} from './merchant.ts';
import { type Services, startServices, stores, tagOf } from './stores.ts';

const CLIENTS = 32;
const READY_MS = 2_000;
const passing = { currency: 'GBP', metadata: '{"sandbox_3ds":"auto:Y"}' };
/** The address is nobody's: what is told there does not matter here. */
const later = { merchant_id: '1002', callback_url: 'http://127.0.0.1:59999/callback' };
/** What a transaction may be found as, by the status in its answer; what was pending ends well by itself. */
const LATER_OR_SAME: Record<string, readonly string[]> = {
  OK: ['SUCCESS'],
  PENDING: ['PENDING', 'SUCCESS'],
  FAILURE: ['FAILURE'],
};

type Acknowledged = { readonly request: Request; readonly reply: Reply };

for (const store of stores) {
  test(`G1 on ${store}: nothing acknowledged is lost or changed by kill -9 under load`, {
    tag: tagOf(store),
  }, async () => {
    const kills = proofSize('G1');
    test.setTimeout(60_000 + kills * 20_000);
    const services = await startServices(store);
    const total = { acknowledged: 0, lost: 0, readyMs: 0 };
    try {
      for (let kill = 0; kill < kills; kill += 1) {
        const { acknowledged, readyMs } = await billUntilKilled(services);
        const faults = await findFaults(services, acknowledged);
        expect.soft(faults, `after kill ${kill + 1}`).toEqual([]);
        total.acknowledged += acknowledged.length;
        total.lost += faults.length;
        total.readyMs = Math.max(total.readyMs, readyMs);
      }
    } finally {
      await services.stop();
    }
    expect(total.acknowledged).toBeGreaterThanOrEqual(kills * CLIENTS);
    keepProof({
      id: 'G1',
      what: `${proofSizes.G1.what}, ${store}`,
      measured: `${kills} kills, ${total.acknowledged} acknowledged, ${total.lost} lost or changed, ready within ${total.readyMs} ms`,
      goal: '0 lost or changed, ready <= 2 s',
      reached: total.lost === 0 && total.readyMs <= READY_MS,
    });
  });
}

/** One process is killed while all clients are at it. */
async function billUntilKilled(services: Services) {
  const acknowledged: Acknowledged[] = [];
  let isOver = false;
  const client = async () => {
    while (!isOver) await shop(anyOf(services.processes).url, acknowledged).catch(() => delay(5));
  };
  const clients = Array.from({ length: CLIENTS }, client);
  while (acknowledged.length < CLIENTS) await delay(10);
  await delay(Math.random() * 700);
  const victim = anyOf(services.processes);
  await victim.stop('SIGKILL');
  // Where others are left they serve on for a while.
  if (services.processes.length > 1) await delay(300);
  isOver = true;
  await Promise.all(clients);
  const from = performance.now();
  await victim.start();
  const readyMs = Math.round(performance.now() - from);
  return { acknowledged, readyMs };
}

/** The methods as a shop mixes them; what is answered is acknowledged. */
async function shop(url: string, acknowledged: Acknowledged[]) {
  const bill = async (request: Request) => {
    const reply = await send(url, request);
    if (reply.status === 200 || reply.status === 402) acknowledged.push({ request, reply });
    if (reply.status !== 200) throw new Error(`not billed: ${reply.status}`);
    return transactionIdOf(reply);
  };
  const kind = Math.random();
  if (kind < 0.15) return bill(start('SALE', '12.34', '4000000000009995'));
  if (kind < 0.45) return bill(followUp('REFUND', await bill(start('SALE', '12.34')), '12.34'));
  if (kind < 0.55) return bill(having(start('SALE', '12.34'), { metadata: '{"moto":"phone"}' }));
  if (kind < 0.65) return bill(having(start('SALE_3DS', '10.00'), passing));
  if (kind < 0.75) return shopLater(bill);
  const authorised = await bill(start('AUTH', '12.34'));
  if (kind < 0.85) return bill(followUp('VOID', authorised, '12.34'));
  const captured = await bill(followUp('CHARGE', authorised, '2.34'));
  await bill(followUp('CHARGE', authorised, '10.00'));
  return bill(followUp('REFUND', captured, '1.17'));
}

type Bill = (request: Request) => Promise<string>;

/** At a merchant whose processor answers later, after a challenge that answers itself. */
async function shopLater(bill: Bill) {
  const authorised = await bill(having(start('AUTH_3DS', '10.00'), { ...passing, ...later }));
  await delay(400);
  return bill(having(followUp('CHARGE', authorised, '10.00'), { ...passing, ...later }));
}

/** Asks for every answer again, by its key, and looks every transaction up. */
async function findFaults({ processes }: Services, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const faults: string[] = [];
  const waiting = [...acknowledged];
  const checker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const fault = await faultOf(anyOf(processes).url, next);
      if (fault) faults.push(fault);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, checker));
  return faults;
}

async function faultOf(url: string, { request, reply }: Acknowledged): Promise<string | undefined> {
  const id = transactionIdOf(reply);
  const found = await lookUp(url, id);
  if (found === undefined) return `${id}: lost`;
  const { method, amount } = request.form;
  const allowed = LATER_OR_SAME[JSON.parse(reply.text).transaction.status] ?? [];
  if (found.method !== method || !allowed.includes(found.status) || found.amount !== Number(amount)) {
    return `${id}: found ${found.method} ${found.amount} ${found.status}`;
  }
  const again = await send(url, request);
  if (!again.isReplay || again.status !== reply.status) return `${id}: answered anew, ${again.status}`;
  return again.text === reply.text ? undefined : `${id}: another answer than the first`;
}
