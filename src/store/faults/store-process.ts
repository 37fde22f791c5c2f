import { pathToFileURL } from 'node:url';
import { sql } from 'drizzle-orm';
import { openEmbedded } from '../embedded/open-embedded.ts';
import { StoreError } from '../store-error.ts';

// `node store-process.js <open | commit> <directory> [template]`: a program that tests start, watch and kill.
const [task, dataDirectory = '', template] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  await useStore();
} catch (error) {
  if (!(error instanceof StoreError)) throw error;
  say(`${error.code} ${error.message}`);
}

async function useStore() {
  const started = performance.now();
  const engineProgram = new URL('./engine-worker.js', import.meta.url);
  const options = { dataDirectory, engineProgram, migrations: [], onStopped: fail };
  const { db, close } = await openEmbedded({
    ...options,
    durability: 'full',
    ...(template && { template: pathToFileURL(template) }),
  });
  await db.execute(sql`create table if not exists acknowledged (id integer primary key)`);
  const rows = await db.select({ id: sql<number>`id` }).from(sql`acknowledged`).orderBy(sql`id`);
  say(`ready ${(performance.now() - started).toFixed(0)} ms`);
  say(`rows ${rows.map((row) => row.id).join(' ')}`);
  if (task === 'open') return close();
  for (let id = (rows.at(-1)?.id ?? 0) + 1; ; id += 1) {
    await db.execute(sql`insert into acknowledged (id) values (${id})`);
    say(`committed ${id}`);
  }
}

function fail({ code, message }: StoreError): never {
  say(`${code} ${message}`);
  process.exit(1);
}
