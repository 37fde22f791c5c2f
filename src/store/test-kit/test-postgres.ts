import { createHash, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { OpenDatabase } from '../database-on.ts';
import type { Migration } from '../migrations/migration.ts';
import { openPostgres } from '../postgres/open-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL where databases may be made: the store of the vitest project `postgres`. */
    postgresUrl: string | undefined;
  }
}

/**
 * For tests: an empty, migrated database on `server`, dropped when closed. It is a copy of one that the first caller
 * migrates.
 */
export async function openTestPostgres(
  server: string,
  migrations: readonly Migration[],
): Promise<OpenDatabase> {
  const template = `template_${digestOf(migrations)}`;
  const { url, drop } = await onServer(server, async (admin) => {
    await makeTemplate(admin, { server, template, migrations });
    return makeDatabase(admin, { server, template });
  });
  const opened = await openPostgres({ url, connections: 4, durability: 'full', migrations });
  return { ...opened, close: () => opened.close().finally(drop) };
}

/** A database without any table. */
export function emptyTestPostgres(server: string) {
  return onServer(server, (admin) => makeDatabase(admin, { server, template: 'template1' }));
}

type Copy = { readonly server: string; readonly template: string };

async function makeDatabase(admin: Client, { server, template }: Copy) {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${name} template ${template}`);
  return {
    url: databaseUrl(server, name),
    drop: () => onServer(server, (later) => later.query(`drop database ${name} with (force)`)),
  };
}

type Template = Copy & { readonly migrations: readonly Migration[] };

async function makeTemplate(admin: Client, { server, template, migrations }: Template) {
  await admin.query('select pg_advisory_lock(hashtext($1))', [template]);
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [template]);
  if (!rowCount) {
    const unfinished = `${template}_unfinished`;
    await admin.query(`drop database if exists ${unfinished}`);
    await admin.query(`create database ${unfinished}`);
    const url = databaseUrl(server, unfinished);
    const database = await openPostgres({ url, connections: 1, durability: 'full', migrations });
    await database.close();
    await admin.query(`alter database ${unfinished} rename to ${template}`);
  }
  await admin.query('select pg_advisory_unlock(hashtext($1))', [template]);
}

async function onServer<T>(server: string, task: (admin: Client) => Promise<T>): Promise<T> {
  const admin = new Client({ connectionString: server });
  await admin.connect();
  try {
    return await task(admin);
  } finally {
    await admin.end();
  }
}

function digestOf(migrations: readonly Migration[]): string {
  return createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16);
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
