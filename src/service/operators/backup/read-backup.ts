import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import * as z from 'zod/mini';
import { type CopiedFile, noContent } from '../../../store/store-copy.ts';
import { StoreError } from '../../../store/store-error.ts';
import { equalDigests } from '../../base/keys/master-key.ts';
import { contentDigest, MANIFEST, Manifest, SEAL, Seal, STORE } from './backup-format.ts';

/** A backup as it is read, from its beginning to its end. */
export type OpenBackup = {
  readonly manifest: Manifest;
  /** The store's files, each to be read before the next. */
  readonly files: AsyncGenerator<CopiedFile, void>;
  /** Once all files are read: the seal, whose digest is that of what was read. Raises `backup_damaged`. */
  seal(): Seal;
};

type Entry = AsyncIterable<unknown> & { readonly header: Header; resume(): unknown };

/** The longest text in a backup. Files have no bound. */
const MAX_TEXT = 65_536;
/** Names of PostgreSQL's files and of pg_dump's parts. None leads out of the directory, or to a device. */
const SAFE_NAME = /^(?:[A-Za-z0-9_][A-Za-z0-9_.-]*\/)*(?:[A-Za-z0-9_][A-Za-z0-9_.-]*)?$/;

const parsedText = z.pipe(
  z.string(),
  z.transform((text: string): unknown => JSON.parse(text)),
);

/** Opens a backup. Raises `backup_damaged`, from here or from what it returns; a file that cannot be read raises its own error. */
export async function openBackup(file: string): Promise<OpenBackup> {
  const entries = entriesOf(file);
  const digest = contentDigest();
  const first = await next(entries, file);
  if (first?.header.name !== MANIFEST) throw backupDamaged(file, 'it does not begin as a backup does');
  const text = await textOf(first, file);
  digest.entry(MANIFEST, text.length);
  digest.content(text);
  const manifest = parse(Manifest, text, file);
  let seal: Seal | undefined;
  const files = async function* (): AsyncGenerator<CopiedFile, void> {
    for (let entry = await next(entries, file); entry; entry = await next(entries, file)) {
      if (seal) throw backupDamaged(file, 'something follows its seal');
      if (entry.header.name === SEAL) seal = parse(Seal, await textOf(entry, file), file);
      else yield copiedFile(entry, { file, digest });
    }
  };
  return {
    manifest,
    files: files(),
    seal() {
      if (!seal) throw backupDamaged(file, 'it is cut before its seal');
      if (equalDigests(digest.value(), Buffer.from(seal.sha256, 'hex'))) return seal;
      throw backupDamaged(file, 'its content is not what was sealed');
    },
  };
}

function entriesOf(file: string): AsyncIterator<Entry> {
  const entries = extract();
  // The iterator raises every error.
  pipeline(createReadStream(file), createGunzip(), entries, () => {});
  return entries[Symbol.asyncIterator]();
}

async function next(entries: AsyncIterator<Entry>, file: string): Promise<Entry | undefined> {
  const found = await entries.next().catch((cause: unknown) => Promise.reject(unreadable(file, cause)));
  return found.done ? undefined : found.value;
}

type EntryOptions = { readonly file: string; readonly digest: ReturnType<typeof contentDigest> };

function copiedFile(entry: Entry, { file, digest }: EntryOptions): CopiedFile {
  const { name, size = 0, type } = entry.header;
  const isDirectory = type === 'directory';
  const below = name.startsWith(STORE) ? name.slice(STORE.length) : '';
  const isKnown = isDirectory ? name.endsWith('/') : type === 'file' && !name.endsWith('/');
  if (below === '' || !isKnown || !SAFE_NAME.test(below)) throw backupDamaged(file, `it holds "${name}"`);
  digest.entry(name, size);
  const content = async function* () {
    for await (const chunk of readable(entry, file)) {
      digest.content(chunk);
      yield chunk;
    }
  };
  if (isDirectory) entry.resume();
  return { name: below, size, content: isDirectory ? noContent() : content() };
}

async function* readable(entry: Entry, file: string): AsyncGenerator<Uint8Array, void> {
  try {
    for await (const chunk of entry) {
      if (chunk instanceof Uint8Array) yield chunk;
    }
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

async function textOf(entry: Entry, file: string): Promise<Buffer> {
  if ((entry.header.size ?? 0) > MAX_TEXT)
    throw backupDamaged(file, `its "${entry.header.name}" is too long`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of readable(entry, file)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function parse<Schema extends z.ZodMiniType>(schema: Schema, text: Buffer, file: string): z.infer<Schema> {
  try {
    return z.pipe(parsedText, schema).parse(text.toString()) as z.infer<Schema>;
  } catch (cause) {
    throw backupDamaged(file, 'it was written by another version, or changed', cause);
  }
}

function unreadable(file: string, cause: unknown): Error {
  const isFileError = cause instanceof Error && 'code' in cause && /^E[A-Z]+$/.test(String(cause.code));
  if (cause instanceof StoreError || isFileError) return cause;
  return backupDamaged(
    file,
    `it cannot be read to its end (${cause instanceof Error ? cause.message : 'broken'})`,
    cause,
  );
}

function backupDamaged(file: string, reason: string, cause?: unknown) {
  return new StoreError(
    'backup_damaged',
    `Cannot read the backup "${file}": ${reason}; it is cut or changed, use another copy of it or another backup`,
    { cause },
  );
}
