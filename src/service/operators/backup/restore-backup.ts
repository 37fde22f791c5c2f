import { restoreFiles } from '../../../store/embedded/restore-files.ts';
import { requireEmptyDatabase, restoreDump } from '../../../store/postgres/postgres-dump.ts';
import { StoreError } from '../../../store/store-error.ts';
import type { Config } from '../../base/config.ts';
import { equalDigests } from '../../base/keys/master-key.ts';
import { type Manifest, SEAL_CONTEXT, type Seal } from './backup-format.ts';
import { keysAtHand } from './keys-at-hand.ts';
import { openBackup } from './read-backup.ts';

type RestoreConfig = Pick<Config, 'dataDirectory' | 'databaseUrl' | 'masterKeys' | 'masterKeyFile'>;

export type RestoredBackup = {
  readonly manifest: Manifest;
  /** Where the store is now that stood there before. */
  readonly former: string | undefined;
};

/**
 * Puts a backup into the store that the configuration names, all or nothing. Raises `StoreError`: `backup_damaged`,
 * `key_unknown`, `store_not_empty`, `lock_held`.
 */
export async function restoreBackup(
  file: string,
  { config, replaces }: { readonly config: RestoreConfig; readonly replaces: boolean },
): Promise<RestoredBackup> {
  const { databaseUrl, dataDirectory } = config;
  const backup = await openBackup(file);
  const { manifest } = backup;
  refuseOtherStore(manifest, databaseUrl);
  if (databaseUrl === undefined) {
    const isWhole = () => requireOurs(backup.seal(), { manifest, config });
    const former = await restoreFiles(backup.files, { dataDirectory, replaces, isWhole });
    return { manifest, former };
  }
  await requireEmptyDatabase(databaseUrl);
  // The tool commits by itself, so the whole backup is read and checked once before. Nobody may write to it meanwhile.
  for await (const { content } of backup.files) for await (const _ of content);
  await requireOurs(backup.seal(), { manifest, config });
  const again = await openBackup(file);
  await restoreDump(again.files, databaseUrl);
  return { manifest, former: undefined };
}

function refuseOtherStore({ store }: Manifest, databaseUrl: string | undefined) {
  const expected = databaseUrl === undefined ? 'embedded' : 'postgresql';
  if (store === expected) return;
  const advice =
    store === 'embedded' ? 'start it without DATABASE_URL' : 'set DATABASE_URL to an empty database';
  throw new StoreError(
    'store_not_empty',
    `Cannot put the backup into this store: it is one of the store "${store}"; ${advice}`,
  );
}

/** A backup that this master key did not seal was changed, or belongs to another service. */
async function requireOurs(
  seal: Seal,
  { manifest, config }: { readonly manifest: Manifest; readonly config: RestoreConfig },
): Promise<void> {
  const wrappedDigest = { masterKeyId: seal.master_key_id, wrapped: Buffer.from(seal.wrapped, 'base64') };
  const keys = keysAtHand(config);
  if (!keys) throw masterKeyMissing(manifest);
  const digest = await keys.unwrap(wrappedDigest, SEAL_CONTEXT).catch((cause: unknown) => {
    throw cause instanceof StoreError && cause.code === 'key_unknown'
      ? masterKeyMissing(manifest, cause)
      : notOurs(cause);
  });
  if (!equalDigests(digest, Buffer.from(seal.sha256, 'hex'))) throw notOurs();
}

function masterKeyMissing({ master_key_ids: ids }: Manifest, cause?: unknown) {
  const keyNames = ids.map((id) => `"${id}"`).join(', ');
  return new StoreError(
    'key_unknown',
    `Cannot open the backup: it needs the master key ${keyNames}, which is not in it; give it as MASTER_KEY or MASTER_KEY_FILE, or put the file master.key, kept apart, into DATA_DIR`,
    { cause },
  );
}

function notOurs(cause?: unknown) {
  return new StoreError(
    'backup_damaged',
    'Cannot open the backup: its seal is not that of its content; it was changed, use another copy of it or another backup',
    { cause },
  );
}
