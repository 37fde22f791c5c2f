import { fsyncSync } from 'node:fs';
import { messages, PGlite, type PGliteOptions, types } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import {
  type BatchResult,
  type BoundStatement,
  type Engine,
  type EngineOptions,
  QueryError,
} from '../engine.ts';
import { StoreError } from '../store-error.ts';
import { syncDirectory } from '../sync-directory.ts';
import { asText, TEXT_TYPES } from '../text-types.ts';
import { preparedStatements } from './prepared-statements.ts';

/** The part of Emscripten's module that PGlite's types leave out. */
type NodeFileModule = {
  FS: { ErrnoError: new (errno: number) => Error };
  NODEFS: {
    realPath(node: unknown): string;
    stream_ops: { fsync?: (stream: { nfd?: number; node: unknown }) => number };
  };
};

const WASI_EIO = 29;
const sharedBuffers = ['-c', 'shared_buffers=16MB'];
const paramsWithoutSync = [...PGlite.defaultStartParams, ...sharedBuffers];
// The default wal_sync_method is fdatasync, whose call is a stub here: nothing would be synced.
const paramsWithSync = [
  ...paramsWithoutSync.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
];

// Later commits do not wait for the disk. The log is written in order, so one waiting commit at the end makes all durable.
const WITHOUT_WAIT = [{ text: "select set_config('synchronous_commit', 'off', false)", params: [] }];
const WAIT_FOR_ALL = [
  { text: "select set_config('synchronous_commit', 'on', false)", params: [] },
  { text: "select pg_logical_emit_message(true, 'together', '')", params: [] },
];

// int8 is read as text too, as `pg` does.
const parsers = Object.fromEntries([...TEXT_TYPES, types.INT8].map((type) => [type, asText]));

/** Opens initialised files on disk. It proves that a commit is synced before it calls the store durable. */
export async function openPgliteDirectory({ directory, durability }: EngineOptions): Promise<Engine> {
  const { files, syncCount } = syncedFiles(directory);
  const startParams = durability === 'full' ? paramsWithSync : paramsWithoutSync;
  const pglite = await start({ fs: files, startParams }, directory);
  if (durability === 'full') {
    const before = syncCount();
    await pglite.query("select pg_logical_emit_message(true, 'durability', '')");
    if (syncCount() === before) {
      await pglite.close();
      throw new StoreError(
        'not_durable',
        `Cannot open the store in "${directory}": a commit did not reach fsync, start with durability "fast" to accept that a power loss loses payments`,
      );
    }
  }
  return engineOf(pglite);
}

/** A store in memory, from a packed template or freshly initialised. */
export async function openPgliteInMemory(template?: Uint8Array<ArrayBuffer>): Promise<Engine> {
  return engineOf(await startInMemory(template));
}

/** Initialises a store in memory, lets `prepare` fill it, and packs its files as a tar archive. */
export async function packPglite(prepare: (engine: Engine) => Promise<void>): Promise<Buffer<ArrayBuffer>> {
  const pglite = await startInMemory();
  await prepare(engineOf(pglite));
  // Nothing is ever cloned here, and without the two template databases a first start writes half the files.
  await pglite.exec("update pg_database set datistemplate = false where datname like 'template%'");
  await pglite.exec('drop database template0');
  await pglite.exec('drop database template1');
  await pglite.exec('checkpoint');
  const archive = await pglite.dumpDataDir('none');
  await pglite.close();
  return Buffer.from(await archive.arrayBuffer());
}

function startInMemory(template?: Uint8Array<ArrayBuffer>): Promise<PGlite> {
  const source = template
    ? { loadDataDir: new Blob([template], { type: 'application/x-tar' }) }
    : { initDbStartParams: ['--wal-segsize=4'] };
  return start({ ...source, startParams: paramsWithoutSync }, 'memory');
}

async function start(options: PGliteOptions, directory: string): Promise<PGlite> {
  const complaints: string[] = [];
  const onStderr = (line: string) => {
    if (/\b(FATAL|PANIC)\b/.test(line)) complaints.push(line.trim());
    return true;
  };
  try {
    return await PGlite.create({ ...options, parsers, onStderr });
  } catch (cause) {
    throw openRefused(directory, complaints.join('; ') || String(cause), cause);
  }
}

function openRefused(directory: string, reason: string, cause: unknown) {
  return new StoreError(
    'store_corrupt',
    `Cannot open the store in "${directory}": PostgreSQL refused its files (${reason}); they are left untouched, copy the directory aside and restore a backup into it, or set DATA_DIR to an empty one`,
    { cause },
  );
}

/** PGlite's Node files have no fsync; this gives them one, and counts. */
function syncedFiles(directory: string) {
  let count = 0;
  const files = new NodeFS(directory);
  const init = files.init.bind(files);
  const addFsync = (module: unknown) => {
    const { FS, NODEFS } = nodeFileModule(module);
    NODEFS.stream_ops.fsync = ({ nfd, node }) => {
      const isSynced = didSync(() =>
        nfd === undefined ? syncDirectory(NODEFS.realPath(node)) : fsyncSync(nfd),
      );
      if (!isSynced) throw new FS.ErrnoError(WASI_EIO);
      count += 1;
      return 0;
    };
  };
  files.init = async (pglite, options) => {
    const { emscriptenOpts } = await init(pglite, options);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } };
  };
  return { files, syncCount: () => count };
}

/** PostgreSQL wants an error number and decides by itself. Any failure is EIO, on which it panics. */
function didSync(sync: () => void): boolean {
  try {
    sync();
    return true;
  } catch {
    return false;
  }
}

/** PGlite runs Emscripten with the Node file system linked in; its types do not say so. */
function nodeFileModule(module: unknown) {
  return module as NodeFileModule;
}

function engineOf(pglite: PGlite): Engine {
  const statements = preparedStatements(pglite);
  let queue: Promise<unknown> = Promise.resolve();
  // PGlite itself lets a prepared statement overtake an earlier one.
  const inOrder = <T>(run: () => Promise<T>): Promise<T> => {
    const answer = queue.then(run).catch((error: unknown) => {
      throw error instanceof messages.DatabaseError ? refusalOf(error) : error;
    });
    queue = answer.catch(() => {});
    return answer;
  };
  const run: Engine['query'] = async (text, params, rowMode) => {
    const preparedResult = await statements.run(text, params, rowMode);
    if (preparedResult) return preparedResult;
    const { rows, command } = await pglite.query(text, [...params], { rowMode });
    return command === undefined ? { rows } : { rows, command };
  };
  const query: Engine['query'] = (...args) => inOrder(() => run(...args));
  const executeBatch: Engine['executeBatch'] = (all) => inOrder(() => statements.executeBatch(all));
  const batchResult = async (all: readonly BoundStatement[]): Promise<BatchResult> => {
    try {
      await statements.executeBatch(all);
      return { kind: 'stored' };
    } catch (error) {
      const refusal = error instanceof messages.DatabaseError ? refusalOf(error) : error;
      if (refusal instanceof QueryError) return { kind: 'refused', error: refusal };
      throw refusal;
    }
  };
  const executeBatches = async (group: readonly (readonly BoundStatement[])[]): Promise<BatchResult[]> => {
    const [only, ...others] = group;
    if (only && others.length === 0) return [await batchResult(only)];
    const outcomes: BatchResult[] = [];
    await statements.executeBatch(WITHOUT_WAIT);
    for (const all of group) outcomes.push(await batchResult(all));
    await statements.executeBatch(WAIT_FOR_ALL);
    return outcomes;
  };
  return {
    async begin() {
      await query('begin', [], 'array');
    },
    query,
    executeBatch: executeBatch,
    executeBatches: (group) => inOrder(() => executeBatches(group)),
    async listen(channel, onNotification) {
      await pglite.listen(channel, onNotification);
    },
    close: () => pglite.close(),
  };
}

function refusalOf(error: messages.DatabaseError) {
  const { message, severity } = error;
  // The disk is full or broken. PGlite would go on, into an endless loop at the next statement.
  return severity === 'PANIC' || severity === 'FATAL'
    ? new StoreError('store_stopped', message)
    : new QueryError(error);
}
