import { randomBytes } from 'node:crypto';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from '../database.ts';
import { type CopiedFile, noContent, type StoreCopy } from '../store-copy.ts';
import { StoreError } from '../store-error.ts';

type EmbeddedStore = {
  readonly db: Database;
  /** DATA_DIR. */
  readonly dataDirectory: string;
};
type BackupEnd = { readonly label: string; readonly lastSegment: string };

const LOG = 'pg_wal';
const CONTROL = 'global/pg_control';
/** Files that name the running process, or that the copy gets anew. */
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label', CONTROL]);
/** Directories that a start empties, as pg_basebackup leaves them. */
const EMPTIED = new Set([
  LOG,
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const CHUNK = 256 * 1024;

/** The folder of PostgreSQL's files in a data directory. */
export const filesIn = (dataDirectory: string) => join(dataDirectory, 'pgdata');

/**
 * PostgreSQL's own online backup: files are copied while the engine writes, together with the log of its writes. The
 * copy's first start replays that log, and refuses a copy without its end.
 */
export function embeddedCopy({ db, dataDirectory }: EmbeddedStore): StoreCopy {
  return { kind: 'embedded', files: () => copyRunning(db, filesIn(dataDirectory)) };
}

async function* copyRunning(db: Database, directory: string): AsyncGenerator<CopiedFile, void> {
  const slot = `backup_${randomBytes(8).toString('hex')}`;
  // Keeps checkpoints from removing the log that the copy needs. It ends with the process, if not before.
  await db.execute(sql`select pg_create_physical_replication_slot(${slot}, true, true)`);
  let hasBegun = false;
  try {
    await db.execute(sql`select pg_backup_start(${slot}, true)`);
    hasBegun = true;
    yield* filesBelow(directory, '');
    yield* fileAt(directory, CONTROL);
    hasBegun = false;
    const { label, lastSegment } = await endBackup(db);
    yield textFile('backup_label', label);
    yield* logFiles(directory, { label, lastSegment });
  } finally {
    if (hasBegun) await endBackup(db);
    await db.execute(sql`select pg_drop_replication_slot(${slot})`);
  }
}

async function endBackup(db: Database): Promise<BackupEnd> {
  const [backup] = await db
    .select({ label: sql<string>`labelfile`, lastSegment: sql<string>`pg_walfile_name(lsn)` })
    .from(sql`pg_backup_stop(false)`);
  if (!backup) throw new Error('Cannot end the copy of the store: it returned no row');
  return backup;
}

async function* filesBelow(directory: string, below: string): AsyncGenerator<CopiedFile, void> {
  const found = await readdir(join(directory, below), { withFileTypes: true });
  for (const entry of found) {
    // Not PostgreSQL's: a file system keeps such files, for example for one that was deleted while it was open.
    if (entry.name.startsWith('.')) continue;
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) {
      yield { name: `${name}/`, size: 0, content: noContent() };
      if (!EMPTIED.has(name)) yield* filesBelow(directory, name);
    } else if (!LEFT_OUT.has(name)) yield* fileAt(directory, name);
  }
}

/** The segments from the copy's beginning to its end. */
async function* logFiles(
  directory: string,
  { label, lastSegment }: BackupEnd,
): AsyncGenerator<CopiedFile, void> {
  const firstSegment = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? '';
  const segments = (await readdir(join(directory, LOG)))
    .filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= firstSegment && name <= lastSegment)
    .sort();
  if (segments[0] !== firstSegment || segments.at(-1) !== lastSegment) {
    throw new StoreError(
      'store_corrupt',
      `Cannot copy the store: its log lacks "${firstSegment}" to "${lastSegment}"`,
    );
  }
  for (const name of segments) yield* fileAt(directory, `${LOG}/${name}`);
}

/** Yields nothing if the file is gone: the log has its later state. */
async function* fileAt(directory: string, name: string): AsyncGenerator<CopiedFile, void> {
  const file = await open(join(directory, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!file) return;
  try {
    const { size } = await file.stat();
    yield { name, size, content: exactly(file, size) };
  } finally {
    await file.close();
  }
}

/** Bytes appended since are left out, truncated ones read as zeros. Replaying the log corrects both. */
async function* exactly(file: FileHandle, size: number): AsyncGenerator<Uint8Array, void> {
  for (let position = 0; position < size; ) {
    const chunk = Buffer.alloc(Math.min(CHUNK, size - position));
    await fill(file, chunk, position);
    position += chunk.length;
    yield chunk;
  }
}

async function fill(file: FileHandle, chunk: Buffer, position: number): Promise<void> {
  for (let bytesFilled = 0; bytesFilled < chunk.length; ) {
    const { bytesRead } = await file.read(
      chunk,
      bytesFilled,
      chunk.length - bytesFilled,
      position + bytesFilled,
    );
    if (bytesRead === 0) return;
    bytesFilled += bytesRead;
  }
}

function textFile(name: string, text: string): CopiedFile {
  const bytes = Buffer.from(text);
  return {
    name,
    size: bytes.length,
    content: (async function* () {
      yield bytes;
    })(),
  };
}
