import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { askAdmin } from '../../support/stack/admin-client.ts';
import { anyOf, followUp, type Reply, send, sendUntilAnswered, start, transactionIdOf } from './merchant.ts';
import { type Services, startServices, stores } from './stores.ts';

const KILLS = 3;
const CLIENTS = 4;
/** A rotation takes a little more. */
const ROTATION_MS = 3_500;
const CARDS = ['4242424242424242', '5555555555554444'];

for (const store of stores) {
  test(`S36 on ${store}: kill -9 while the keys rotate under load loses no card, key or record`, {
    tag: '@prove',
  }, async () => {
    test.setTimeout(60_000 + KILLS * 30_000);
    // The key is a file on both stores: a service renews no key that its operator set.
    const services = await startServices(store, { settings: { MASTER_KEY: '' } });
    try {
      const authorised = await billAll(services, (card) => start('AUTH', '12.34', card));
      for (let kill = 0; kill < KILLS; kill += 1) {
        await rotateUntilKilled(services);
        await billAll(services, (card) => start('SALE', '12.34', card));
        await charge(services, authorised);
      }
      const { inspectorUrl } = anyOf(services.processes);
      const { master } = await askAdmin(inspectorUrl, '/api/keys/rotate', { keys: 'both' });
      expect(master.resealed).toBeGreaterThan(CARDS.length);
      await charge(services, authorised);
      expect((await askAdmin(inspectorUrl, '/api/audit/verify')).verdict.broken).toBeNull();
    } finally {
      await services.stop();
    }
  });
}

/** Transactions, one of each card, all of which must be billed. */
async function billAll({ processes }: Services, request: (card: string) => ReturnType<typeof start>) {
  const ids: string[] = [];
  for (const card of CARDS) {
    const reply = await sendUntilAnswered(anyOf(processes).url, request(card));
    expect(reply.status, reply.text).toBe(200);
    ids.push(transactionIdOf(reply));
  }
  return ids;
}

async function charge({ processes }: Services, transactions: readonly string[]) {
  for (const id of transactions) {
    const reply = await sendUntilAnswered(anyOf(processes).url, followUp('CHARGE', id, '1.00'));
    expect(reply.status, reply.text).toBe(200);
  }
}

/** The process that rotates is killed at a random moment; what is answered meanwhile is billed. */
async function rotateUntilKilled({ processes }: Services) {
  const victim = anyOf(processes);
  const refused: Reply[] = [];
  let isOver = false;
  const client = async () => {
    while (!isOver) {
      const card = anyOf(CARDS);
      const reply = await send(anyOf(processes).url, start('SALE', '12.34', card)).catch(() => undefined);
      if (!reply) await delay(5);
      else if (reply.status !== 200) refused.push(reply);
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  const rotation = askAdmin(victim.inspectorUrl, '/api/keys/rotate', { keys: 'both' }).catch(() => {});
  await delay(Math.random() * ROTATION_MS);
  await victim.stop('SIGKILL');
  isOver = true;
  await Promise.all([...clients, rotation]);
  await victim.start();
  expect(refused).toEqual([]);
}
