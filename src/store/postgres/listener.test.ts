import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../faults/fault-proxy.ts';
import { emptyTestPostgres } from '../test-kit/test-postgres.ts';
import { listenOn } from './listener.ts';

const server = inject('postgresUrl') ?? '';
let database: Awaited<ReturnType<typeof emptyTestPostgres>>;
let proxy: FaultProxy;
let observer: Client;
let listener: ReturnType<typeof listenOn>;
let calls: string[];
let states: boolean[];

beforeEach(async () => {
  database = await emptyTestPostgres(server);
  proxy = await startFaultProxy(database.url);
  observer = new Client({ connectionString: database.url });
  await observer.connect();
  calls = [];
  states = [];
  listener = listenOn(proxy.url, (isListening) => states.push(isListening));
});
afterEach(async () => {
  await listener.close();
  await expect.poll(connections).toBe(0);
  await observer.end();
  await proxy.cut();
  await database.drop();
});

const listen = () =>
  listener.listen('news', {
    onNotification: (payload) => calls.push(payload),
    onMissed: () => calls.push('missed'),
  });
const loseConnection = () => observer.query(`select pg_terminate_backend(pid) ${LISTENERS}`);
const LISTENERS = `from pg_stat_activity
  where datname = current_database() and application_name = 'wallet-service listener'`;

async function connections(): Promise<number> {
  const { rows } = await observer.query(`select count(*)::integer as count ${LISTENERS}`);
  return rows[0].count;
}

/** One connection, which hears everything once: longer than the wait before a next try. */
async function expectOneListener() {
  await expect.poll(() => calls).toContain('missed');
  await expect.poll(connections, { timeout: 10_000 }).toBe(1);
  await pause(1_500);
  const heardBefore = calls.length;
  await observer.query(`notify news, 'last'`);
  await expect.poll(() => calls.slice(heardBefore).filter((call) => call === 'last')).toEqual(['last']);
  expect(await connections()).toBe(1);
}

test('listenOn holds no connection on which LISTEN was refused, and goes on trying', async () => {
  await listen();
  let refusalCount = 0;
  // As a server in recovery would: a connection comes about, LISTEN fails.
  proxy.tamper((sent) => {
    if (!sent.includes('listen news')) return sent;
    refusalCount += 1;
    return sent.replace('listen news', 'listen 1234');
  });
  await loseConnection();
  await expect.poll(() => refusalCount).toBe(3);
  expect(await connections()).toBeLessThanOrEqual(1);
  proxy.tamper((sent) => sent);
  await expectOneListener();
});

test('listenOn tries again once where the line is lost during LISTEN', { tags: 'prove' }, async () => {
  await listen();
  let cuts = 0;
  proxy.tamper((sent) => (sent.includes('listen news') && ++cuts === 1 ? undefined : sent));
  await loseConnection();
  await expectOneListener();
  expect(cuts).toBe(2);
});

test('listenOn notices within 10 s that its line went silent, and its listeners look for themselves until it is back', async () => {
  await listen();
  // As a middlebox would that forgot the connection: nobody is told.
  proxy.tamper(() => '');
  await expect.poll(() => calls.length, { timeout: 10_500 }).toBeGreaterThan(0);
  const missed = calls.length;
  await expect.poll(() => calls.length, { timeout: 8_000 }).toBeGreaterThan(missed);
  proxy.tamper((sent) => sent);
  await expectOneListener();
  expect(states).toEqual([false, true]);
}, 40_000);

test('listenOn rejects where the first LISTEN is refused, and holds no connection', async () => {
  proxy.tamper((sent) => sent.replace('listen news', 'listen 1234'));
  await expect(listen()).rejects.toThrow('syntax error');
  await expect.poll(connections).toBe(0);
});
