import { eq, sql } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { Hono } from 'hono';
import { openEmbedded } from '../../../store/embedded/open-embedded.ts';
import { openPostgres } from '../../../store/postgres/open-postgres.ts';
import { enqueueWrite, placeholder, statement } from '../../../store/statement.ts';
import { startServer } from '../../api/http/node-server.ts';
import { shippedMigrations } from '../../tables/migrations/shipped-migrations.ts';
import { readConfig } from '../settings/config.ts';

/**
 * The baseline of `npm run bench`: the service's HTTP server and store, with one transaction of four inserts, or one read,
 * per request. Nothing waits that need not: the inserts go out together.
 */

const config = readConfig(process.env);
const { durability, databaseUrl: url, databaseConnections: connections } = config;
const migrations = shippedMigrations();
const { db } =
  url === undefined
    ? await openEmbedded({
        dataDirectory: config.dataDirectory,
        durability,
        migrations,
        engineProgram: new URL('./engine-worker.js', import.meta.url),
        template: new URL('./pgdata.tar.gz', import.meta.url),
        onStopped: (error) => {
          throw error;
        },
      })
    : await openPostgres({ url, connections, durability, migrations });
const commits = pgTable('bare_commits', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  form: text('form'),
});
const reads = pgTable('bare_reads', { id: integer('id').primaryKey(), form: text('form') });
await db.execute(
  sql`create table if not exists bare_commits (id integer primary key generated always as identity, form text)`,
);
await db.execute(sql`create table if not exists bare_reads (id integer primary key, form text)`);
await db.execute(sql`insert into bare_reads values (1, 'read') on conflict do nothing`);

const insert = statement<{ form: string }, { id: number }>((to) =>
  to
    .insert(commits)
    .values({ form: placeholder('form', commits.form) })
    .returning({ id: commits.id }),
);
const read = statement<{ id: number }, { form: string | null }>((of) =>
  of
    .select({ form: reads.form })
    .from(reads)
    .where(eq(reads.id, placeholder('id', reads.id))),
);

const app = new Hono()
  .get('/readyz', (c) => c.json({ status: 'OK' }))
  .get('*', async (c) => {
    await read(db, { id: 1 });
    return c.json({ status: 'OK' });
  })
  .post('*', async (c) => {
    const form = await c.req.text();
    await db.transaction(async (tx) => {
      for (let count = 0; count < 4; count += 1) await enqueueWrite(insert, tx, { form });
    });
    return c.json({ status: 'OK' });
  });
await startServer(app.fetch, config);
process.once('SIGTERM', () => process.exit(0));
