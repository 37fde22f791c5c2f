import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { ownPostgres } from '../test-kit/own-postgres.ts';
import { emptyTestPostgres } from '../test-kit/test-postgres.ts';
import { openPostgres } from './open-postgres.ts';

const server = inject('postgresUrl') ?? '';
const settings = { connections: 2, durability: 'full', migrations: [] } as const;
let database: Awaited<ReturnType<typeof emptyTestPostgres>>;
let admin: Client;

beforeEach(async () => {
  database = await emptyTestPostgres(server);
  admin = new Client({ connectionString: server });
  await admin.connect();
});
afterEach(async () => {
  await admin.end();
  await database.drop();
});

const name = () => new URL(database.url).pathname.slice(1);
const open = () => openPostgres({ url: database.url, ...settings });

test('openPostgres sets what a database or its role is set to otherwise', async () => {
  const others = {
    datestyle: "'SQL, DMY'",
    timezone: "'Asia/Tokyo'",
    default_transaction_isolation: 'serializable',
    synchronous_commit: 'off',
    bytea_output: 'escape',
    statement_timeout: "'200ms'",
  };
  for (const [setting, value] of Object.entries(others))
    await admin.query(`alter database ${name()} set ${setting} = ${value}`);
  const store = await open();
  const shown = async (setting: string) => {
    const [row] = await store.db
      .select({ value: sql<string>`current_setting(${setting})` })
      .from(sql`(select 1) as one`);
    return row?.value;
  };
  const found = await Promise.all(Object.keys(others).map(shown));
  expect(found).toEqual(['ISO, YMD', 'UTC', 'read committed', 'on', 'hex', '10s']);
  await store.close();
});

test('openPostgres refuses a read-only database, by what to set', async () => {
  await admin.query(`alter database ${name()} set default_transaction_read_only = on`);
  await expect(open()).rejects.toMatchObject({
    code: 'database_unsuitable',
    message: expect.stringContaining('RESET default_transaction_read_only'),
  });
});

test('openPostgres refuses another encoding by its name', async () => {
  await database.drop();
  await admin.query(`create database ${name()} encoding LATIN1 template template0 locale 'C'`);
  await expect(open()).rejects.toMatchObject({
    code: 'database_unsuitable',
    message: expect.stringContaining('its encoding is LATIN1, expected UTF8'),
  });
});

test('openPostgres refuses a server that does not sync, unless durability is given up', async () => {
  const careless = await ownPostgres(server);
  try {
    careless.start({ fsync: 'off' });
    const { url } = careless;
    await expect(openPostgres({ url, ...settings })).rejects.toMatchObject({ code: 'not_durable' });
    const fast = await openPostgres({ url, ...settings, durability: 'fast' });
    await fast.close();
  } finally {
    careless.stop();
  }
});

test('an open store refuses to write where the database has become read-only, and takes payments again after that', async () => {
  const store = await open();
  await admin.query(`alter database ${name()} set default_transaction_read_only = on`);
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name()}'`);
  const ask = () => store.db.execute(sql`select 1`);
  await expect.poll(() => ask().catch((error) => error.cause?.code ?? error.code)).toBe('store_read_only');
  await admin.query(`alter database ${name()} reset default_transaction_read_only`);
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name()}'`);
  await expect
    .poll(() =>
      ask().then(
        () => 'answered',
        () => 'refused',
      ),
    )
    .toBe('answered');
  await store.close();
});
