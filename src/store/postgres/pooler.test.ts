import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { freePort } from '../test-kit/free-port.ts';
import { emptyTestPostgres } from '../test-kit/test-postgres.ts';
import { openPostgres } from './open-postgres.ts';

const PGBOUNCER = '/usr/sbin/pgbouncer';
const server = inject('postgresUrl') ?? '';

describe.runIf(existsSync(PGBOUNCER))('openPostgres behind pgbouncer (where it is installed)', () => {
  const directory = mkdtempSync(join(tmpdir(), 'wallet-pooler-'));
  const poolers: ChildProcess[] = [];
  let database: Awaited<ReturnType<typeof emptyTestPostgres>>;

  beforeAll(async () => {
    chmodSync(directory, 0o755);
    database = await emptyTestPostgres(server);
  });
  afterAll(async () => {
    for (const pooler of poolers) pooler.kill('SIGKILL');
    await database.drop();
    rmSync(directory, { recursive: true, force: true });
  });

  /** The address of a pooler before the test's database. */
  async function startPooler(mode: 'session' | 'transaction'): Promise<string> {
    const port = await freePort();
    const { hostname, pathname, port: serverPort } = new URL(database.url);
    const target = `host=${decodeURIComponent(hostname)} port=${serverPort || 5432} dbname=${pathname.slice(1)} user=wallet`;
    const settings = {
      listen_addr: '127.0.0.1',
      listen_port: port,
      unix_socket_dir: '',
      auth_type: 'any',
      pool_mode: mode,
      // It does not run as root, and then as who runs the server.
      ...(process.getuid?.() === 0 && { user: 'nobody' }),
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
    const file = join(directory, `${mode}.ini`);
    writeFileSync(file, ['[databases]', `pooled = ${target}`, '[pgbouncer]', ...lines, ''].join('\n'));
    poolers.push(spawn(PGBOUNCER, ['-q', file], { stdio: 'ignore' }));
    const url = `postgresql://wallet@127.0.0.1:${port}/pooled`;
    await expect.poll(() => answers(url), { timeout: 5_000 }).toBe(true);
    return url;
  }
  const open = (url: string) => openPostgres({ url, connections: 3, durability: 'full', migrations: [] });

  test('refuses one that lends a connection for a transaction, by what to set', async () => {
    await expect(open(await startPooler('transaction'))).rejects.toMatchObject({
      code: 'database_unsuitable',
      message: expect.stringContaining('pool_mode = session'),
    });
  });

  test('works on one that lends a connection for a session', async () => {
    const store = await open(await startPooler('session'));
    const heard: string[] = [];
    await store.listen('news', { onNotification: (payload) => heard.push(payload), onMissed: () => {} });
    const [row] = await store.db
      .select({ value: sql<string>`current_setting('synchronous_commit')` })
      .from(sql`(select 1) as one`);
    expect(row?.value).toBe('on');
    await store.db.execute(sql`select pg_notify('news', 'heard')`);
    await expect.poll(() => heard).toEqual(['heard']);
    await store.close();
  });
});

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 500 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
