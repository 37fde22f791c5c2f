import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import { databaseOn } from '../database-on.ts';
import type { CopiedFile, StoreCopy } from '../store-copy.ts';
import { StoreError } from '../store-error.ts';
import { openPool } from './pool.ts';

/** The dump's parts, in order, are one file in pg_dump's custom format. */
const PART = 4 * 1024 * 1024;
const SYSTEM_AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt';
const MAX_STDERR = 2_000;
const DUMP_OPTIONS = ['--no-owner', '--no-privileges'];

/** A dump by pg_dump, which sees one snapshot of the database, whatever is written meanwhile. */
export function postgresCopy(url: string): StoreCopy {
  return { kind: 'postgresql', files: () => dump(url) };
}

async function* dump(url: string): AsyncGenerator<CopiedFile, void> {
  // The backup is compressed as a whole.
  const { child, end } = startTool('pg_dump', {
    url,
    args: ['--format=custom', '--compress=0', ...DUMP_OPTIONS],
  });
  try {
    let count = 0;
    for await (const part of partsOf(child.stdout ?? Readable.from([]))) {
      count += 1;
      const name = `dump/${String(count).padStart(8, '0')}`;
      yield { name, size: part.length, content: Readable.from([part]) };
    }
    await end;
  } finally {
    child.kill();
  }
}

async function* partsOf(stream: Readable): AsyncGenerator<Buffer, void> {
  let chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    length += chunk.length;
    if (length < PART) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(chunks);
}

/** Raises `store_not_empty` for a database that holds any table. `orOurs`: one whose tables a start has made passes, too. */
export async function requireEmptyDatabase(url: string, { orOurs = false } = {}): Promise<void> {
  const { db, close } = databaseOn(openPool({ url, connections: 1, synchronousCommit: 'on' }));
  try {
    const [found] = await db
      .select({
        count: sql<number>`count(*)::int`,
        isOurs: sql<boolean>`to_regclass('schema_migrations') is not null`,
      })
      .from(sql`pg_tables`)
      .where(sql`schemaname not in ('pg_catalog', 'information_schema')`);
    if (found?.count === 0 || (orOurs && found?.isOurs)) return;
  } finally {
    await close();
  }
  throw new StoreError(
    'store_not_empty',
    'Cannot put a store into the database of DATABASE_URL: it has tables; make a new one (createdb) and name it in DATABASE_URL, the former stays as it is',
  );
}

/** Puts a dump into an empty database, in one transaction. */
export async function restoreDump(files: AsyncIterable<CopiedFile>, url: string): Promise<void> {
  await requireEmptyDatabase(url);
  const { child, end } = startTool('pg_restore', { url, args: ['--single-transaction', ...DUMP_OPTIONS] });
  const content = async function* () {
    for await (const file of files) yield* file.content;
  };
  const input = child.stdin ? pipeline(Readable.from(content()), child.stdin) : Promise.resolve();
  // If the tool ends early, its message says more than the broken pipe.
  await Promise.all([end, input.catch(() => end.then(() => input))]);
}

type Run = { readonly url: string; readonly args: readonly string[] };

function startTool(
  tool: 'pg_dump' | 'pg_restore',
  { url, args }: Run,
): { child: ChildProcess; end: Promise<void> } {
  const { address, password } = addressOf(url);
  const child = spawn(tool, [...args, '--dbname', address], {
    // Arguments can be read by every user of the machine, the environment cannot.
    env: { ...toolEnvironment(process.env), ...(password !== undefined && { PGPASSWORD: password }) },
    stdio: tool === 'pg_dump' ? ['ignore', 'pipe', 'pipe'] : ['pipe', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr?.on('data', (text: Buffer) => {
    output = `${output}${text}`.slice(0, MAX_STDERR);
  });
  const end = endOf(child, tool).catch((error: unknown) => {
    if (error instanceof StoreError) throw error;
    throw new StoreError('store_unreachable', `Cannot run ${tool}: ${output.trim() || String(error)}`, {
      cause: error,
    });
  });
  // It may fail before it is awaited.
  end.catch(() => {});
  return { child, end };
}

async function endOf(child: ChildProcess, tool: string): Promise<void> {
  const [code, signal] = await once(child, 'close').catch((cause: unknown) => {
    throw new StoreError(
      'tool_missing',
      `Cannot run ${tool}: it was not found; install PostgreSQL's client programs in the server's version or a newer one (postgresql-client), on the PATH of this process`,
      { cause },
    );
  });
  if (code !== 0) throw new Error(`it ended with ${code ?? signal}`);
}

/** The address for libpq, without the password and the parameters that only Node's client knows. */
function addressOf(text: string) {
  const url = new URL(text);
  const password = url.searchParams.get('password') ?? (decodeURIComponent(url.password) || undefined);
  url.password = '';
  for (const name of ['password', 'ssl', 'uselibpqcompat']) url.searchParams.delete(name);
  const isVerified = url.searchParams.get('sslmode') === 'verify-full';
  if (isVerified && !url.searchParams.has('sslrootcert')) {
    const authorities = existsSync(SYSTEM_AUTHORITIES) ? SYSTEM_AUTHORITIES : 'system';
    url.searchParams.set('sslrootcert', authorities);
  }
  return { address: url.href, password };
}

/** The environment without the service's own secrets. */
function toolEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isWanted = (name: string) =>
    ['PATH', 'HOME', 'LANG', 'SystemRoot'].includes(name) || name.startsWith('PG');
  return Object.fromEntries(Object.entries(environment).filter(([name]) => isWanted(name)));
}
