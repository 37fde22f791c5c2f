import { Client } from 'pg';
import type { Durability } from '../engine.ts';
import { StoreError } from '../store-error.ts';
import { unreachable } from './unreachable.ts';

/** Milliseconds. The server's own limits come first; the client's is for a network that swallows the answer. */
const STATEMENT_MS = 10_000;
export const ANSWER_MS = 15_000;

export type SynchronousCommit = 'on' | 'off';

/** How long work may take. Of a migration it is nobody's business, but it may not keep others from a table for long. */
export type TimeLimits = { readonly statementMs: number; readonly idleMs: number; readonly lockMs: number };
export const REQUEST_LIMITS: TimeLimits = { statementMs: STATEMENT_MS, idleMs: ANSWER_MS, lockMs: 0 };

/**
 * What each connection sets, in one message, whatever the database or the role is set to. A pooler would refuse most of it
 * at the start of a connection.
 */
export function sessionSettings(synchronousCommit: SynchronousCommit, limits: TimeLimits): string {
  return `
    set synchronous_commit = ${synchronousCommit};
    set statement_timeout = ${limits.statementMs};
    set idle_in_transaction_session_timeout = ${limits.idleMs};
    set lock_timeout = ${limits.lockMs};
    set default_transaction_isolation = 'read committed';
    set default_transaction_deferrable = off;
    set datestyle = 'ISO, YMD';
    set intervalstyle = postgres;
    set timezone = 'UTC';
    set bytea_output = hex;
    set extra_float_digits = 1;
    set standard_conforming_strings = on`;
}

/**
 * Raises `database_unsuitable` for what no connection can set: the encoding, a read-only database, a pooler by transaction; and
 * `not_durable` where `full` is wanted of a server that does not sync.
 */
export async function refuseUnsuitable(url: string, durability: Durability): Promise<void> {
  const client = newClient(url);
  try {
    await client.connect();
    const { rows } = await client.query(inTime(FACTS));
    const [{ pid, encoding, read_only: readOnly, fsync }] = rows;
    if (encoding !== 'UTF8')
      throw unsuitable(
        `its encoding is ${encoding}, expected UTF8: make it anew with createdb --encoding=UTF8 --template=template0`,
      );
    if (readOnly !== 'off')
      throw unsuitable(
        'it is read-only: name the primary, or run ALTER DATABASE … RESET default_transaction_read_only',
      );
    if (durability === 'full' && fsync !== 'on')
      throw new StoreError(
        'not_durable',
        `Cannot open the PostgreSQL of DATABASE_URL: it runs with fsync "${fsync}", start it with "on" or this with durability "fast" to accept that a power loss loses payments`,
      );
    // A pooler tells a process of its own making.
    if (pid !== processOf(client) && (await isSharedByTransaction(client, url)))
      throw unsuitable(
        'a pooler gives each transaction another connection, which loses settings, statements and notifications: set pool_mode = session for this database, or name the server itself',
      );
  } catch (error) {
    throw error instanceof StoreError ? error : unreachable(error);
  } finally {
    await client.end();
  }
}

const FACTS = `select pg_backend_pid() as pid, current_setting('server_encoding') as encoding,
  current_setting('transaction_read_only') as read_only, current_setting('fsync') as fsync`;

/** Whatever limit the address has. The types of `pg` leave that of a single query out. */
const inTime = (text: string) => ({ text, query_timeout: ANSWER_MS });

/** Whether two connections that are open at once are ever given the same one, or one is given several. */
async function isSharedByTransaction(one: Client, url: string): Promise<boolean> {
  const other = newClient(url);
  const pidOf = async (client: Client): Promise<number> => {
    const { rows } = await client.query(inTime('select pg_backend_pid() as pid'));
    return rows[0].pid;
  };
  try {
    await other.connect();
    const before = await pidOf(one);
    await other.query('begin');
    const pids = [await pidOf(other), await pidOf(one), await pidOf(one)];
    return pids[0] === before || pids.slice(1).some((pid) => pid !== before);
  } finally {
    await other.end();
  }
}

/** The server's process of a connection, as its start told. The types of `pg` leave it out. */
export const processOf = (client: object): number | null =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : null;

function newClient(connectionString: string): Client {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    application_name: 'wallet-service start',
  });
  return client.on('error', () => {});
}

function unsuitable(reason: string): StoreError {
  return new StoreError('database_unsuitable', `Cannot use the PostgreSQL of DATABASE_URL: ${reason}`);
}
