import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Database, TransactionalDatabase } from '../../../store/database.ts';
import { takeStartLock } from '../../../store/start-lock.ts';
import { StoreError } from '../../../store/store-error.ts';
import { dataKeys } from '../../tables/data-keys.ts';
import type { KeyStore, WrappedKey } from './key-store.ts';
import { DIGEST_PURPOSES, type MasterKey, masterKeyOn, type Ring } from './master-key.ts';
import { SECRET_BYTES, type SealingKey, sealingKey } from './sealing.ts';

type Store = { readonly db: TransactionalDatabase; readonly keyStore: KeyStore };
type DataKeyRow = typeof dataKeys.$inferSelect;

/** The opened keys of a store, kept in memory so that billing never waits for the key store. */
export type Keyring = {
  readonly masterKey: MasterKey;
  readonly keyStore: KeyStore;
  /** Id of the key that seals. */
  currentId(): string;
  /** Whether something may still be sealed with a former key. */
  hasFormer(): boolean;
  /** Takes over rotations by other processes. */
  refresh(): Promise<void>;
};

/** Opens the store's data keys, or makes those it lacks. Processes that start side by side get the same keys. */
export async function openKeyring({ db, keyStore }: Store): Promise<Keyring> {
  const secrets = new Map<string, Uint8Array>();
  const sealingKeys = new Map<string, SealingKey>();
  const secretOf = async (row: DataKeyRow) => {
    const secret = secrets.get(row.id) ?? (await unwrap(keyStore, row));
    secrets.set(row.id, secret);
    return secret;
  };
  const read = async (): Promise<Ring & { readonly hasFormer: boolean }> => {
    const { rows, currentId } = await readDataKeys(db);
    const peppers = new Map<string, Uint8Array>();
    const destroyedIds = new Set(rows.filter(({ purpose }) => purpose === DESTROYED).map(({ id }) => id));
    for (const row of rows.filter(({ id }) => !destroyedIds.has(id))) {
      const secret = await secretOf(row);
      if (!isSealing(row)) peppers.set(row.purpose, secret);
      else if (!sealingKeys.has(row.id)) sealingKeys.set(row.id, sealingKey(secret));
    }
    const current = sealingKeys.get(currentId);
    if (!current) throw new Error('Cannot open the keys: the store has none that seals, expected one');
    for (const id of destroyedIds) sealingKeys.delete(id);
    const hasUnowned = rows.some(({ purpose }) => purpose === UNOWNED_SEAL);
    const hasFormer = rows.some((row) => isSealing(row) && row.id !== currentId && !row.emptiedAt);
    return { current, sealingKeys, destroyedIds, hasUnowned, peppers, hasFormer };
  };
  await makeMissing({ db, keyStore });
  let ring = await read();
  const refresh = async () => {
    ring = await read();
  };
  return {
    masterKey: masterKeyOn(() => ring),
    keyStore,
    currentId: () => ring.current.id,
    hasFormer: () => ring.hasFormer,
    refresh,
  };
}

/** The purpose of keys that seal rows with their owners. [75] */
export const SEAL = 'seal-owned';
/** The purpose of older keys, which sealed rows without their owners. They seal nothing new and are destroyed once no row uses them. */
export const UNOWNED_SEAL = 'seal';
/** The purpose of a key whose secret is gone. Its id stays, so that values it sealed are known to be lost. */
const DESTROYED = 'seal-destroyed';
const isSealing = ({ purpose }: Pick<DataKeyRow, 'purpose'>) => purpose === SEAL || purpose === UNOWNED_SEAL;

/** The context that a wrapped key is bound to. */
export const wrappingContext = ({ id, purpose }: Pick<DataKeyRow, 'id' | 'purpose'>) =>
  `data-key:${purpose}:${id}`;

/** A fresh key, wrapped and not yet stored. */
export async function newDataKey(keyStore: KeyStore, purpose: string) {
  const secret = randomBytes(SECRET_BYTES);
  const named = { id: sealingKey(secret).id, purpose };
  return { ...named, ...(await keyStore.wrap(secret, wrappingContext(named))) };
}

/** Replaces a key's secret by a new, unused one. Leaves it for the next time if the master key changes meanwhile. */
export async function destroyKey({ db, keyStore }: Store, id: string): Promise<void> {
  const destroyedKey = { id, purpose: DESTROYED };
  const wrappedKey = await keyStore.wrap(randomBytes(SECRET_BYTES), wrappingContext(destroyedKey));
  await db.transaction(async (tx) => {
    await takeStartLock(tx);
    if ((await keyStore.currentId()) !== wrappedKey.masterKeyId) return;
    await tx
      .update(dataKeys)
      .set({ ...destroyedKey, ...wrappedKey })
      .where(eq(dataKeys.id, id));
  });
}

async function readDataKeys(db: Database) {
  const rows = await db
    .select({ row: dataKeys, isUsed: sql<boolean>`${dataKeys.usedFrom} <= clock_timestamp()` })
    .from(dataKeys)
    .orderBy(dataKeys.usedFrom, dataKeys.id);
  const sealingRows = rows.filter(({ row }) => row.purpose === SEAL);
  const current = sealingRows.findLast(({ isUsed }) => isUsed) ?? sealingRows[0];
  return { rows: rows.map(({ row }) => row), currentId: current?.row.id ?? '' };
}

async function unwrap(keyStore: KeyStore, row: DataKeyRow & WrappedKey): Promise<Uint8Array> {
  try {
    return await keyStore.unwrap(row, wrappingContext(row));
  } catch (cause) {
    throw otherMasterKey(row, cause);
  }
}

function otherMasterKey({ masterKeyId }: WrappedKey, cause: unknown) {
  return new StoreError(
    'key_unknown',
    `Cannot open the store's keys: they were sealed with another master key, expected that one ("${masterKeyId}") in MASTER_KEY, MASTER_KEY_PREVIOUS or MASTER_KEY_FILE, or as master.key in DATA_DIR`,
    { cause },
  );
}

/** Wraps before the lock is taken, and again if the master key has changed by then. */
async function makeMissing({ db, keyStore }: Store): Promise<void> {
  for (let isDone = false; !isDone; ) {
    const missing = await missingPurposes(db);
    if (missing.length === 0) return;
    const newKeys = await Promise.all(missing.map((purpose) => newDataKey(keyStore, purpose)));
    isDone = await db.transaction(async (tx) => {
      await takeStartLock(tx);
      const currentId = await keyStore.currentId();
      if (newKeys.some(({ masterKeyId }) => masterKeyId !== currentId)) return false;
      const stillMissing = await missingPurposes(tx);
      const keysToInsert = newKeys.filter(({ purpose }) => stillMissing.includes(purpose));
      if (keysToInsert.length > 0) await tx.insert(dataKeys).values(keysToInsert);
      return true;
    });
  }
}

async function missingPurposes(db: Database): Promise<string[]> {
  const rows = await db.select({ purpose: dataKeys.purpose }).from(dataKeys);
  const presentPurposes = new Set(rows.map(({ purpose }) => purpose));
  return [SEAL, ...DIGEST_PURPOSES].filter((purpose) => !presentPurposes.has(purpose));
}
