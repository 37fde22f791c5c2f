import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import type { OpenDatabase } from '../../../store/database-on.ts';
import { openPostgres } from '../../../store/postgres/open-postgres.ts';
import { type OwnPostgres, ownPostgres } from '../../../store/test-kit/own-postgres.ts';
import { readinessOf } from '../../base/runtime/readiness.ts';

const postgresUrl = inject('postgresUrl');
/** Longer than an answer of the store is believed. */
const STALE_MS = 1_200;

describe.runIf(postgresUrl)('readinessOf', () => {
  let server: OwnPostgres;
  let admin: Client;
  let store: OpenDatabase;

  beforeEach(async () => {
    server = await ownPostgres(postgresUrl ?? '');
    server.start({});
    admin = new Client({ connectionString: server.url });
    await admin.connect();
    store = await openPostgres({ url: server.url, connections: 2, durability: 'full', migrations: [] });
  });
  afterEach(async () => {
    await admin.end();
    server.stop();
    await store.close();
  });

  const set = async (setting: string) => {
    await admin.query(`alter system set ${setting}`);
    await admin.query('select pg_reload_conf()');
    await pause(STALE_MS);
  };

  test('refuses within 5 s where a commit hangs, and a database that has become read-only', async () => {
    const requireReady = readinessOf(store.db);
    await requireReady();
    await set('default_transaction_read_only = on');
    await expect(requireReady()).rejects.toMatchObject({ code: 'store_unavailable' });
    await set('default_transaction_read_only = off');
    await requireReady();
    await set("synchronous_standby_names = 'nobody'");
    const from = performance.now();
    await expect(requireReady()).rejects.toMatchObject({ code: 'store_unavailable' });
    expect(performance.now() - from).toBeLessThan(5_000);
    // One commit hangs, however many ask.
    await Promise.allSettled(Array.from({ length: 20 }, requireReady));
    const { rows } = await admin.query(
      "select count(*)::integer as count from pg_stat_activity where wait_event = 'SyncRep'",
    );
    expect(rows[0].count).toBe(1);
    await set("synchronous_standby_names = ''");
    await expect
      .poll(() =>
        requireReady().then(
          () => 'ready',
          () => 'not yet',
        ),
      )
      .toBe('ready');
  });
});
