import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { type Migration, migration } from '../migrations/migration.ts';
import { emptyTestPostgres } from '../test-kit/test-postgres.ts';
import { grantUse } from './grant-use.ts';
import { migratePostgres } from './migrate-postgres.ts';
import { openPostgres } from './open-postgres.ts';

const server = inject('postgresUrl') ?? '';
const first = migration('0000_first', 'create table paid (id integer); insert into paid values (1)');
const column = migration('0001_column', 'alter table paid add column amount integer');
const indexed = migration('0002_index', 'create index concurrently "paid_id" on paid (id)');
let database: Awaited<ReturnType<typeof emptyTestPostgres>>;
let other: Client;
let told: string[];

beforeEach(async () => {
  database = await emptyTestPostgres(server);
  other = await connect();
  told = [];
});
afterEach(async () => {
  await other.end();
  await database.drop();
});

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: database.url, application_name: 'report' });
  await client.connect();
  return client;
}

const migrateTo = (...migrations: readonly Migration[]) =>
  migratePostgres({ url: database.url, migrations, tell: (sentence) => told.push(sentence) });
const open = (migrations: readonly Migration[], ifOlder: 'migrate' | 'wait' | 'refuse' = 'refuse') =>
  openPostgres({
    url: database.url,
    connections: 2,
    durability: 'full',
    migrations,
    ifOlder,
    tell: (sentence) => told.push(sentence),
  });

describe('migratePostgres', () => {
  test('keeps nobody from a table for long that somebody else reads, and has it once he has done', async () => {
    await migrateTo(first);
    await other.query('begin');
    await other.query('select from paid');
    told = [];
    const migrating = migrateTo(first, column);
    const paying = await connect();
    const waits: number[] = [];
    const end = performance.now() + 6_000;
    while (performance.now() < end) {
      const from = performance.now();
      await paying.query('insert into paid values (2)');
      waits.push(performance.now() - from);
      await pause(20);
    }
    await paying.end();
    // It was tried: some had to wait behind it, none for longer than an attempt takes.
    expect(Math.max(...waits)).toBeGreaterThan(500);
    expect(Math.max(...waits)).toBeLessThan(2_500);
    expect(told).toEqual([
      expect.stringMatching(/^Waiting: a table is in use, since long in process \d+ "report"$/),
    ]);
    await other.query('commit');
    expect(await migrating).toEqual(['0001_column']);
    await other.query('select amount from paid');
  });

  test('gives up once its patience is over, and leaves nothing', async () => {
    await migrateTo(first);
    await other.query('begin');
    await other.query('select from paid');
    const more = migration(
      '0001_more',
      `create table more (id integer);--> statement-breakpoint\n${column.text}`,
    );
    const settings = { url: database.url, migrations: [first, more], patienceMs: 1_500 };
    await expect(migratePostgres(settings)).rejects.toMatchObject({ code: 'migration_blocked' });
    await other.query('commit');
    await expect(other.query('select from more')).rejects.toThrow('does not exist');
    expect(await migrateTo(first, more)).toEqual(['0001_more']);
  });

  test('may take longer than a query may, whatever the role or the address is set to', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await other.query(`alter database ${name} set statement_timeout = '200ms'`);
    const url = new URL(database.url);
    url.searchParams.set('query_timeout', '300');
    const slow = migration('0000_slow', 'select pg_sleep(1)');
    expect(await migratePostgres({ url: url.href, migrations: [slow] })).toEqual(['0000_slow']);
  });

  test('builds an index while others write, past a transaction that is open, and past one that died half built', async () => {
    await migrateTo(first);
    await other.query('insert into paid values (1)');
    // It fails for rows that are twice there, and leaves an index that nobody can use.
    await expect(other.query('create unique index concurrently paid_id on paid (id)')).rejects.toThrow();
    await other.query('begin');
    await other.query('insert into paid values (3)');
    const building = migrateTo(first, indexed);
    const paying = await connect();
    const end = performance.now() + 3_000;
    let longest = 0;
    while (performance.now() < end) {
      const from = performance.now();
      await paying.query('insert into paid values (2)');
      longest = Math.max(longest, performance.now() - from);
      await pause(20);
    }
    await paying.end();
    expect(longest).toBeLessThan(500);
    await other.query('commit');
    expect(await building).toEqual(['0002_index']);
    const { rows } = await other.query(
      "select indisvalid, indisunique from pg_index where indexrelid = 'paid_id'::regclass",
    );
    expect(rows).toEqual([{ indisvalid: true, indisunique: false }]);
  });

  test('goes on where one of several died, and several at once apply each once', async () => {
    const broken = migration('0001_column', 'alter table paid add column amount nonsense');
    await expect(migrateTo(first, broken)).rejects.toMatchObject({
      code: 'migration_failed',
      message: expect.stringContaining('"0001_column" failed'),
    });
    const all = await Promise.all([1, 2, 3].map(() => migrateTo(first, column, indexed)));
    expect(all.flat().sort()).toEqual(['0001_column', '0002_index']);
  });
});

describe('openPostgres', () => {
  test('refuses tables that are missing or older, by what to run, and changes nothing', async () => {
    const refusal = { code: 'store_older', message: expect.stringContaining("run the command 'migrate'") };
    await expect(open([first])).rejects.toMatchObject(refusal);
    const { rows } = await other.query("select from pg_tables where schemaname = 'public'");
    expect(rows).toEqual([]);
    await migrateTo(first);
    await expect(open([first, column])).rejects.toMatchObject(refusal);
  });

  test('says so, waits until somebody has migrated them, and opens', async () => {
    const opening = open([first], 'wait');
    await expect.poll(() => told).toEqual([expect.stringContaining('waiting until that is done')]);
    await migrateTo(first);
    await (await opening).close();
  });

  test('lets a build that is older go on beside what only adds, and refuses it where a migration says so', async () => {
    await migrateTo(first, column);
    await (await open([first])).close();
    await (await open([first], 'migrate')).close();
    const contract = migration(
      '0002_drop',
      '-- contract: 0001_column no build reads it\nalter table paid drop column id',
    );
    await migrateTo(first, column, contract);
    await (await open([first, column])).close();
    await expect(open([first])).rejects.toMatchObject({ code: 'store_newer' });
  });

  test('goes on beside tables of a build that kept no such list, and refuses those that it does not know', async () => {
    await other.query(`create table schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    await other.query('insert into schema_migrations values ($1, $2)', [first.name, first.checksum]);
    await other.query(first.text);
    await (await open([first])).close();
    expect(await migrateTo(first, column)).toEqual(['0001_column']);
    await other.query("insert into schema_migrations values ('0002_unknown', 'x')");
    await expect(open([first, column])).rejects.toMatchObject({ code: 'store_newer' });
  });
});

test('S108: the role that a service works as changes no table, and pays', async () => {
  const role = `service_${new URL(database.url).pathname.slice(1)}`;
  await other.query(`create role ${role} login`);
  const url = new URL(database.url);
  url.username = role;
  try {
    const serial = migration('0003_serial', 'create table log (id integer generated always as identity)');
    await migrateTo(first, serial);
    await grantUse({ owner: database.url, user: url.href });
    const { db, close } = await openPostgres({
      url: url.href,
      connections: 1,
      durability: 'full',
      migrations: [first, serial],
      ifOlder: 'wait',
    });
    await db.execute('insert into paid values (4)');
    await db.execute('insert into log default values');
    await db.execute('update paid set id = 5');
    for (const attack of [
      'alter table paid add column amount integer',
      'drop table paid',
      'create trigger copy before insert on paid for each row execute function suppress_redundant_updates_trigger()',
      "insert into schema_migrations (name, checksum) values ('0004', '')",
      'create table mine (id integer)',
    ])
      await expect(db.execute(attack), attack).rejects.toMatchObject({ cause: { code: '42501' } });
    await close();
  } finally {
    await other.query(`drop owned by ${role}`);
    await other.query(`drop role ${role}`);
  }
});
