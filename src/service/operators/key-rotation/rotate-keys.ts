import { setTimeout as pause } from 'node:timers/promises';
import { eq, ne, sql } from 'drizzle-orm';
import type { TransactionalDatabase } from '../../../store/database.ts';
import { takeStartLock } from '../../../store/start-lock.ts';
import type { KeyStore } from '../../base/keys/key-store.ts';
import { type Keyring, newDataKey, SEAL, wrappingContext } from '../../base/keys/keyring.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { dataKeys } from '../../tables/data-keys.ts';
import { reseal } from './reseal.ts';

/** Seconds from a key's making to its first use. All processes look for new keys every second, so all know it by then. */
const KNOWN_SECONDS = 3;
const LOOK_MS = 100;

type Store = { readonly db: TransactionalDatabase; readonly keyring: Keyring };

/**
 * Puts a new master key and a new sealing key in force. The former master key is forgotten once it wraps no data key. A
 * rotation that was killed continues where it stopped, so that no key is ever needed that is not durable.
 */
async function rotateMasterKey(store: Store): Promise<void> {
  const { db, keyring } = store;
  const { keyStore } = keyring;
  const rowsLeft = await db.$count(dataKeys, ne(dataKeys.masterKeyId, await keyStore.currentId()));
  if (rowsLeft === 0) await keyStore.renew();
  await finishRotation(store);
  await untilInUse(store);
}

/** Moves all data keys to the master key in force. */
export async function finishRotation({ db, keyring }: Store): Promise<void> {
  const { keyStore } = keyring;
  for (let isMoved = false; !isMoved; ) isMoved = await moveDataKeys(db, keyStore);
  await keyStore.forgetBefore(await keyStore.currentId());
  await keyring.refresh();
}

/**
 * Returns false if the master key changed meanwhile: data keys are wrapped outside the transaction, and must be wrapped again.
 */
async function moveDataKeys(db: TransactionalDatabase, keyStore: KeyStore): Promise<boolean> {
  const currentId = await keyStore.currentId();
  const isFormer = ne(dataKeys.masterKeyId, currentId);
  const former = await db.select().from(dataKeys).where(isFormer);
  if (former.length === 0) return true;
  const rewrappedKeys = await Promise.all(
    former.map(async (row) => {
      const context = wrappingContext(row);
      return { id: row.id, ...(await keyStore.wrap(await keyStore.unwrap(row, context), context)) };
    }),
  );
  const sealingKey = await newDataKey(keyStore, SEAL);
  return db.transaction(async (tx) => {
    await takeStartLock(tx);
    const isCurrent = [...rewrappedKeys, sealingKey].every(({ masterKeyId }) => masterKeyId === currentId);
    if (!isCurrent || (await keyStore.currentId()) !== currentId) return false;
    if ((await tx.$count(dataKeys, isFormer)) === 0) return true;
    for (const { id, ...wrapped } of rewrappedKeys)
      await tx.update(dataKeys).set(wrapped).where(eq(dataKeys.id, id));
    if ((await tx.$count(dataKeys, isFormer)) > 0) return false;
    const usedFrom = sql`clock_timestamp() + make_interval(secs => ${KNOWN_SECONDS})`;
    await tx.insert(dataKeys).values({ ...sealingKey, usedFrom });
    return true;
  });
}

async function untilInUse({ db, keyring }: Store): Promise<void> {
  const isWaiting = () => db.$count(dataKeys, sql`${dataKeys.usedFrom} > clock_timestamp()`);
  while ((await isWaiting()) > 0) await pause(LOOK_MS);
  await keyring.refresh();
}

type Context = Runtime & { readonly keyring: Keyring };

/** Puts new keys in force without a pause. What the former keys sealed and signed stays good. */
export async function rotateKeys(context: Context, which: 'both' | 'master' | 'signing') {
  const masterKey = which === 'signing' ? undefined : await rotateMaster(context);
  const signingKey = which === 'master' ? undefined : await context.keys.accessToken.rotate();
  return { master: masterKey, signing: signingKey };
}

async function rotateMaster(context: Context) {
  await rotateMasterKey(context);
  return { keyId: await context.keyring.keyStore.currentId(), resealed: await reseal(context) };
}
