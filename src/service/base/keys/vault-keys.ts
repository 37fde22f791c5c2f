import { and, desc, eq, gt, lte, or } from 'drizzle-orm';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importPKCS8,
} from 'jose';
import { VaultKey } from '../../../contract/frame/wallet-api.ts';
import { takeStartLock } from '../../../store/start-lock.ts';
import { serviceKeys } from '../../tables/service-keys.ts';
import type { KeyedDatabase, KeyedStore } from './master-key.ts';
import { serviceKeyContext } from './signing-keys.ts';

type OpenKey = {
  readonly createdAt: number;
  readonly publicJwk: VaultKey;
  readonly privateKey: CryptoKey;
};
type KeyRow = typeof serviceKeys.$inferSelect;

/** How long frames encrypt to a key. */
const OFFERED_MS = 3_600_000;
/** How long a key still opens after that: a security code may be billed a quarter of an hour later. */
const OVERLAP_MS = 30 * 60_000;
const ALGORITHM = 'RSA-OAEP-256';
const purpose = 'vault' as const;

/**
 * Keys that card data is encrypted to (JWE, RSA-OAEP-256 with A256GCM). Each is offered for an hour, and its private half
 * is destroyed half an hour later.
 */
export type VaultKeys = {
  /** The key to encrypt to now. It may make one, so it is not called inside a transaction. */
  present(store: KeyedStore): Promise<VaultKey>;
  /** The private half of a key, while it may be used. */
  find(store: KeyedDatabase, kid: string): Promise<CryptoKey | undefined>;
  /** Makes the next key early, so that no request waits for it, and destroys keys that are over. */
  renew(store: KeyedStore): Promise<void>;
};

/** Each process caches the keys that it has opened; the store says which keys exist. */
export function vaultKeys(): VaultKeys {
  const openKeys = new Map<string, OpenKey>();
  let newKey: Promise<OpenKey> | undefined;

  async function open(store: KeyedDatabase, row: KeyRow): Promise<OpenKey> {
    const openKey = openKeys.get(row.kid);
    if (openKey) return openKey;
    const pkcs8 = Buffer.from(store.masterKey.open(row.privateKey, serviceKeyContext(row.kid))).toString();
    const key = {
      createdAt: row.createdAt.getTime(),
      publicJwk: VaultKey.parse(row.publicJwk),
      privateKey: await importPKCS8(pkcs8, ALGORITHM),
    };
    openKeys.set(row.kid, key);
    return key;
  }

  async function find(store: KeyedDatabase, kid: string) {
    const hasKid = and(eq(serviceKeys.purpose, purpose), eq(serviceKeys.kid, kid));
    let key = openKeys.get(kid);
    if (!key) {
      const [row] = await store.db.select().from(serviceKeys).where(hasKid);
      if (row) key = await open(store, row);
    }
    return key && isKept(key, store.clock.now().getTime()) ? key.privateKey : undefined;
  }

  async function present(store: KeyedStore): Promise<VaultKey> {
    const now = store.clock.now().getTime();
    const openKey = [...openKeys.values()].find((key) => isOffered(key, now));
    if (openKey) return openKey.publicJwk;
    newKey ??= presentRow(store)
      .then((row) => open(store, row))
      .finally(() => {
        newKey = undefined;
      });
    return (await newKey).publicJwk;
  }

  async function renew(store: KeyedStore): Promise<void> {
    await present(store);
    const now = store.clock.now().getTime();
    for (const [kid, key] of openKeys) if (!isKept(key, now)) openKeys.delete(kid);
    await store.db.delete(serviceKeys).where(hasEnded(now));
  }

  return { present, find, renew };
}

function isOffered({ createdAt }: OpenKey, now: number): boolean {
  return createdAt <= now && now < createdAt + OFFERED_MS;
}

function isKept({ createdAt }: OpenKey, now: number): boolean {
  return now < createdAt + OFFERED_MS + OVERLAP_MS;
}

/** Also covers keys dated in the future, which the sandbox's clock leaves behind when it is set back. */
function hasEnded(now: number) {
  const isOld = lte(serviceKeys.createdAt, new Date(now - OFFERED_MS - OVERLAP_MS));
  return and(
    eq(serviceKeys.purpose, purpose),
    or(isOld, gt(serviceKeys.createdAt, new Date(now + OFFERED_MS))),
  );
}

/** The key that another process made meanwhile, or a new one. Making one takes time, so it precedes the lock. */
async function presentRow(store: KeyedStore): Promise<KeyRow> {
  const found = await newestRow(store);
  if (found) return found;
  const newRow = await makeRow(store);
  return store.db.transaction(async (db) => {
    await takeStartLock(db);
    const meanwhile = await newestRow({ ...store, db });
    if (meanwhile) return meanwhile;
    const [row] = await db.insert(serviceKeys).values(newRow).returning();
    if (!row) throw new Error('Cannot make a key: the store returned no row, expected one');
    return row;
  });
}

async function newestRow({ db, clock }: KeyedDatabase): Promise<KeyRow | undefined> {
  const now = clock.now();
  const since = new Date(now.getTime() - OFFERED_MS);
  const isPresent = and(gt(serviceKeys.createdAt, since), lte(serviceKeys.createdAt, now));
  const [row] = await db
    .select()
    .from(serviceKeys)
    .where(and(eq(serviceKeys.purpose, purpose), isPresent))
    .orderBy(desc(serviceKeys.createdAt), serviceKeys.kid)
    .limit(1);
  return row;
}

/** 2048 bits are enough for an hour's use, and making 3072 may take a second. */
async function makeRow({ masterKey, clock }: KeyedStore) {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true, modulusLength: 2048 });
  const jwk = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  const pkcs8 = await exportPKCS8(pair.privateKey);
  const privateKey = masterKey.seal(Buffer.from(pkcs8), serviceKeyContext(kid));
  return { kid, purpose, privateKey, publicJwk: { ...jwk, kid }, createdAt: clock.now() };
}
