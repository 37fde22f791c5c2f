import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { type Pack, pack } from 'tar-stream';
import type { CopiedFile, StoreCopy } from '../../../store/store-copy.ts';
import { systemClock } from '../../base/clock.ts';
import type { AdminRuntime } from '../../base/runtime/runtime.ts';
import { dataKeys } from '../../tables/data-keys.ts';
import {
  contentDigest,
  MANIFEST,
  type Manifest,
  SEAL,
  SEAL_CONTEXT,
  type Seal,
  STORE,
} from './backup-format.ts';

type Digest = ReturnType<typeof contentDigest>;

/**
 * Starts a backup and returns its bytes. An error at the start is thrown; a later one cuts the stream, which then lacks its
 * seal and is refused by a restore.
 */
export async function writeBackup(runtime: AdminRuntime, copy: StoreCopy): Promise<Readable> {
  const manifest = await describeStore(runtime, copy);
  const files = copy.files();
  const first = await files.next();
  const tar = pack();
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  const fill = async () => {
    try {
      const digest = contentDigest();
      await addText(tar, { name: MANIFEST, text: JSON.stringify(manifest), digest });
      if (!first.done) await addFile(tar, first.value, digest);
      for await (const file of files) await addFile(tar, file, digest);
      const seal = await sealOf(runtime, digest.value());
      await addText(tar, { name: SEAL, text: JSON.stringify(seal) });
      tar.finalize();
    } finally {
      // A reader that stops ends the copy.
      await files.return();
    }
  };
  const onError = (error: Error) => {
    gzip.destroy(error);
    tar.destroy(error);
  };
  const stop = () => onError(new Error('the service stops'));
  runtime.stopping.addEventListener('abort', stop, { once: true });
  gzip.once('close', () => runtime.stopping.removeEventListener('abort', stop));
  pipeline(tar, gzip).catch(onError);
  fill().catch(onError);
  return gzip;
}

async function describeStore({ db, keyring }: AdminRuntime, { kind }: StoreCopy): Promise<Manifest> {
  const begunAt = systemClock.now();
  const keys = await db.selectDistinct({ id: dataKeys.masterKeyId }).from(dataKeys);
  const [last] = await db.select({ name: sql<string>`max(name)` }).from(sql`schema_migrations`);
  const ids = new Set([await keyring.keyStore.currentId(), ...keys.map(({ id }) => id)]);
  return {
    format: 1,
    store: kind,
    begun_at: begunAt.toISOString(),
    master_key_ids: [...ids],
    migration: last?.name ?? '',
  };
}

async function sealOf({ keyring }: AdminRuntime, digest: Uint8Array): Promise<Seal> {
  const { masterKeyId, wrapped } = await keyring.keyStore.wrap(digest, SEAL_CONTEXT);
  return {
    sha256: Buffer.from(digest).toString('hex'),
    master_key_id: masterKeyId,
    wrapped: Buffer.from(wrapped).toString('base64'),
  };
}

async function addFile(tar: Pack, { name, size, content }: CopiedFile, digest: Digest): Promise<void> {
  const path = STORE + name;
  digest.entry(path, size);
  if (path.endsWith('/')) {
    tar.entry({ name: path, type: 'directory', mode: 0o700 });
    return;
  }
  const countedContent = async function* () {
    for await (const chunk of content) {
      digest.content(chunk);
      yield chunk;
    }
  };
  await pipeline(Readable.from(countedContent()), tar.entry({ name: path, size, mode: 0o600 }));
}

type Text = { readonly name: string; readonly text: string; readonly digest?: Digest };

async function addText(tar: Pack, { name, text, digest }: Text): Promise<void> {
  const bytes = Buffer.from(text);
  digest?.entry(name, bytes.length);
  digest?.content(bytes);
  await pipeline(Readable.from([bytes]), tar.entry({ name, size: bytes.length, mode: 0o600 }));
}
