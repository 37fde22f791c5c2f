import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { openEmbedded } from '../../store/embedded/open-embedded.ts';
import { openPostgres } from '../../store/postgres/open-postgres.ts';
import { startServer } from '../http/node-server.ts';
import { shippedMigrations } from '../migrations/shipped-migrations.ts';
import { readConfig } from '../settings/config.ts';

/** The baseline of `npm run bench`: the service's HTTP server and store, with one durable insert, or one read, per request. */

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
await db.execute(
  sql`create table if not exists bare_commits (id integer generated always as identity, form text)`,
);

await db.execute(sql`create table if not exists bare_reads (id integer primary key, form text)`);
await db.execute(sql`insert into bare_reads values (1, 'read') on conflict do nothing`);

const app = new Hono()
  .get('/readyz', (c) => c.json({ status: 'OK' }))
  .get('*', async (c) => {
    await db.execute(sql`select form from bare_reads where id = ${1}`);
    return c.json({ status: 'OK' });
  })
  .post('*', async (c) => {
    await db.execute(sql`insert into bare_commits (form) values (${await c.req.text()})`);
    return c.json({ status: 'OK' });
  });
await startServer(app.fetch, config);
process.once('SIGTERM', () => process.exit(0));
