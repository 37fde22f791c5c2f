import { eq, sql } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { Hono } from 'hono';
import { enqueueWrite, placeholder, statement } from '../../../store/statement.ts';
import { startServer } from '../../api/http/node-server.ts';
import { openLog } from '../../operators/logs/open-log.ts';
import { openService } from '../open-service.ts';
import { readConfig } from '../settings/config.ts';
import { bareSale } from './bare-sale.ts';

/**
 * The baselines of `npm run bench`: the service's HTTP server and store, with the two transactions of a SALE, one transaction
 * of four inserts, or one read, per request. Nothing waits that need not: the writes of a transaction go out together.
 */

const config = readConfig(process.env);
const log = openLog({ level: 'warn', write: (line) => process.stderr.write(line) });
const { context } = await openService(config, log);
const { db } = context;
const sale = await bareSale(context);
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
  .post('/sale', async (c) => {
    await c.req.text();
    await sale();
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
