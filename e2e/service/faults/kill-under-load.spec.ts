import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { proofSize, proofSizes } from '../../../tools/check/proof-sizes.ts';
import { keepProof } from '../../../tools/check/proofs/proof-rows.ts';
import { lookUp } from '../../support/stack/service-client.ts';
import { anyOf, type Reply, type Request, send, transactionIdOf } from './merchant.ts';
import { shopOnce } from './shopping.ts';
import { type Services, startServices, stores, tagOf } from './stores.ts';

const CLIENTS = 32;
const READY_MS = 2_000;
/** What a transaction may be found as, by the status in its answer; what was pending ends well by itself. */
const LATER_OR_SAME: Record<string, readonly string[]> = {
  OK: ['SUCCESS'],
  PENDING: ['PENDING', 'SUCCESS'],
  FAILURE: ['FAILURE'],
};

type Acknowledged = { readonly request: Request; readonly reply: Reply };

for (const store of stores) {
  test(`on ${store} nothing acknowledged is lost or changed by kill -9 under load`, {
    tag: tagOf(store),
  }, async () => {
    const kills = proofSize('kills');
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
      what: `${proofSizes.kills.what}, ${store}`,
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

/** What is answered is acknowledged. */
function shop(url: string, acknowledged: Acknowledged[]) {
  return shopOnce(async (request) => {
    const reply = await send(url, request);
    if (reply.status === 200 || reply.status === 402) acknowledged.push({ request, reply });
    if (reply.status !== 200) throw new Error(`not billed: ${reply.status}`);
    return transactionIdOf(reply);
  });
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
