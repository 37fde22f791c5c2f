import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { probeCommit } from '../commit-probe.ts';
import { type OwnPostgres, ownPostgres } from '../test-kit/own-postgres.ts';
import { openPostgres } from './open-postgres.ts';

const CONNECTIONS = 3;
/** Longer than an answer is waited for. */
const GIVEN_UP_MS = 20_000;
let server: OwnPostgres;
let admin: Client;

beforeEach(async () => {
  server = await ownPostgres(inject('postgresUrl') ?? '');
  server.start({});
  admin = new Client({ connectionString: server.url });
  await admin.connect();
});
afterEach(async () => {
  await admin.end();
  server.stop();
});

/** `nobody`: each commit waits for a standby that is not there. */
async function waitForStandby(who: 'nobody' | '') {
  await admin.query(`alter system set synchronous_standby_names = '${who}'`);
  await admin.query('select pg_reload_conf()');
}

/** With a table, whose commits wait for nobody from now on. */
async function openWaitingStore() {
  const store = await openPostgres({
    url: server.url,
    connections: CONNECTIONS,
    durability: 'full',
    migrations: [],
  });
  await store.db.execute(sql`create table paid (id integer)`);
  await waitForStandby('nobody');
  // The server's checkpointer is what makes commits wait.
  await pause(2_000);
  return store;
}

async function processesAtWork(): Promise<number> {
  const { rows } = await admin.query(
    "select count(*)::integer as count from pg_stat_activity where wait_event = 'SyncRep'",
  );
  return rows[0].count;
}

test('after a crash a store tells nothing of what no standby has, until one has it', {
  tags: 'prove',
  timeout: 120_000,
}, async () => {
  const store = await openWaitingStore();
  const paying = store.db.execute(sql`insert into paid values (1)`).catch(() => {});
  await expect.poll(processesAtWork).toBe(1);
  await admin.end();
  server.crash();
  await paying;
  admin = new Client({ connectionString: server.url });
  await admin.connect();
  const { rows } = await admin.query('select id from paid');
  // The primary has it, and would show it.
  expect(rows).toEqual([{ id: 1 }]);
  const read = () => store.db.select({ id: sql<number>`id` }).from(sql`paid`);
  await expect(read()).rejects.toMatchObject({ cause: { code: 'store_unreachable' } });
  await waitForStandby('');
  await expect.poll(() => read().catch(() => 'refused'), { timeout: GIVEN_UP_MS }).toEqual([{ id: 1 }]);
  await store.close();
});

test('a store whose commits hang leaves no more processes on the server than it has connections, and goes on once a standby is there', {
  tags: 'prove',
  timeout: 180_000,
}, async () => {
  const store = await openWaitingStore();
  const ask = () =>
    store.db.execute(sql`insert into paid values (1)`).then(
      () => 'answered',
      () => 'given up',
    );
  // Three rounds would leave nine processes behind.
  for (let round = 0; round < 3; round += 1)
    expect(new Set(await Promise.all(Array.from({ length: CONNECTIONS }, ask)))).toEqual(
      new Set(['given up']),
    );
  expect(await processesAtWork()).toBe(CONNECTIONS);
  // The listener is none of them.
  expect(store.connectionCounts?.()).toEqual({ busy: 0, idle: 0, unanswered: CONNECTIONS, waiting: 0 });
  await expect(probeCommit(store.db)).rejects.toThrow('Failed query');
  await waitForStandby('');
  await expect.poll(processesAtWork, { timeout: GIVEN_UP_MS }).toBe(0);
  await expect.poll(ask, { timeout: GIVEN_UP_MS }).toBe('answered');
  expect(store.connectionCounts?.()).toMatchObject({ busy: 0, unanswered: 0, waiting: 0 });
  await store.close();
});
