import { pathToFileURL } from 'node:url';
import { sql } from 'drizzle-orm';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import { openEmbedded } from '../embedded/open-embedded.ts';
import { runOptimistically } from '../optimistic/optimistic-transaction.ts';
import { enqueueWrite, placeholder, statement } from '../statement.ts';
import { StoreError } from '../store-error.ts';

// `node store-process.js <open | commit | optimistic> <directory> [template]`: a program that tests start, watch and kill.
const [task, dataDirectory = '', template] = process.argv.slice(2);
/** Optimistic transactions that are stored together. */
const TOGETHER = task === 'optimistic' ? 8 : 1;
const CHECKPOINT_EVERY = 400;
const rowIds = pgTable('acknowledged', { id: integer('id').primaryKey() });
const insert = statement<{ id: number }, { id: number }>((db) =>
  db
    .insert(rowIds)
    .values({ id: placeholder('id', rowIds.id) })
    .returning(),
);
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  await useStore();
} catch (error) {
  if (!(error instanceof StoreError)) throw error;
  say(`${error.code} ${error.message}`);
}

async function useStore() {
  const startedAt = performance.now();
  const engineProgram = new URL('./engine-worker.js', import.meta.url);
  const options = { dataDirectory, engineProgram, migrations: [], onStopped: fail };
  const { db, close } = await openEmbedded({
    ...options,
    durability: 'full',
    ...(template && { template: pathToFileURL(template) }),
  });
  await db.execute(sql`create table if not exists acknowledged (id integer primary key)`);
  const rows = await db.select({ id: sql<number>`id` }).from(sql`acknowledged`).orderBy(sql`id`);
  say(`ready ${(performance.now() - startedAt).toFixed(0)} ms`);
  say(`rows ${rows.map((row) => row.id).join(' ')}`);
  if (task === 'open') return close();
  for (let first = (rows.at(-1)?.id ?? 0) + 1; ; first += TOGETHER) {
    const ids = Array.from({ length: TOGETHER }, (_, index) => first + index);
    const commit = (id: number) =>
      task === 'optimistic'
        ? runOptimistically(db, (transaction) => enqueueWrite(insert, transaction, { id }))
        : insert(db, { id });
    await Promise.all(ids.map(commit));
    for (const id of ids) say(`committed ${id}`);
    // As upkeep does every minute.
    if (first % CHECKPOINT_EVERY <= TOGETHER) await db.execute(sql`checkpoint`);
  }
}

function fail({ code, message }: StoreError): never {
  say(`${code} ${message}`);
  process.exit(1);
}
