import { and, eq, inArray } from 'drizzle-orm';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importPKCS8,
  type JWTVerifyGetKey,
} from 'jose';
import * as z from 'zod/mini';
import { takeStartLock } from '../../../store/start-lock.ts';
import { serviceKeys } from '../../tables/service-keys.ts';
import type { KeyedStore } from './master-key.ts';

/** What the seal of a service key is bound to. */
export const serviceKeyContext = (kid: string) => `service-key:${kid}`;

const ALGORITHM = 'ES256';
const PURPOSE = 'access-token';
/** Verifiers cache keys for five minutes (`max-age`), so a new key is published for longer before it signs. */
const PUBLISHED_SECONDS = 6 * 60;
/** How long a former key stays published: longer than its last token lives, whatever the verifier's clock. */
const TAIL_SECONDS = 17 * 60;

const SigningJwk = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  kid: z.string(),
});
type SigningJwk = z.infer<typeof SigningJwk>;

type SigningKey = {
  readonly publicJwk: SigningJwk;
  readonly privateKey: CryptoKey;
  readonly createdAt: Date;
};
/**
 * ES256 keys for access tokens. A new key waits until verifiers know it; the former stays until its last token has ended.
 */
export type SigningKeys = {
  current(): SigningKey;
  /** Keys that verifiers may meet now, the newest last. */
  published(): readonly SigningJwk[];
  readonly verificationKeys: JWTVerifyGetKey;
  /** Takes over rotations by other processes. */
  refresh(): Promise<void>;
  /** Makes a new key, unless one already waits to follow. Returns when it begins to sign. */
  rotate(): Promise<{ readonly kid: string; readonly signsFrom: Date }>;
  /** Deletes the keys whose last token has ended. */
  dropEnded(): Promise<void>;
};

/** Opens the signing keys, or makes the first. Processes that start side by side get the same keys. */
export async function openSigningKeys(store: KeyedStore): Promise<SigningKeys> {
  const { db, clock } = store;
  const openKeys = new Map<string, SigningKey>();
  let keys: readonly SigningKey[] = [];
  const refresh = async () => {
    const rows = await readRows(db);
    for (const row of rows) if (!openKeys.has(row.kid)) openKeys.set(row.kid, await openKey(store, row));
    keys = rows.map(({ kid }) => openKeys.get(kid)).filter((key) => key !== undefined);
  };
  const makeOne = async (isWanted: (rows: readonly Row[]) => boolean) => {
    const row = await newKey(store);
    await db.transaction(async (tx) => {
      await takeStartLock(tx);
      const rows = await readRows(tx);
      if (isWanted(rows)) await tx.insert(serviceKeys).values({ ...row, createdAt: clock.now() });
    });
    await refresh();
  };
  await refresh();
  if (keys.length === 0) await makeOne((rows) => rows.length === 0);
  return {
    current: () => inForce(keys, clock.now()),
    published: () => keysInUse(keys, clock.now()).map(({ publicJwk }) => publicJwk),
    verificationKeys: (header, token) =>
      createLocalJWKSet({ keys: keys.map((key) => key.publicJwk) })(header, token),
    refresh,
    async rotate() {
      await makeOne((rows) => !rows.slice(1).some((row) => signsFrom(row) > clock.now()));
      const newest = keys.at(-1) ?? inForce(keys, clock.now());
      return { kid: newest.publicJwk.kid, signsFrom: signsFrom(newest) };
    },
    async dropEnded() {
      const activeKeys = new Set(keysInUse(keys, clock.now()));
      const endedIds = keys.filter((key) => !activeKeys.has(key)).map(({ publicJwk }) => publicJwk.kid);
      if (endedIds.length === 0) return;
      await db
        .delete(serviceKeys)
        .where(and(eq(serviceKeys.purpose, PURPOSE), inArray(serviceKeys.kid, endedIds)));
      await refresh();
    },
  };
}

type Row = typeof serviceKeys.$inferSelect;

function readRows(db: KeyedStore['db']): Promise<Row[]> {
  return db
    .select()
    .from(serviceKeys)
    .where(eq(serviceKeys.purpose, PURPOSE))
    .orderBy(serviceKeys.createdAt, serviceKeys.kid);
}

/** When a key begins to sign that follows another; the first key signs at once. */
function signsFrom({ createdAt }: { readonly createdAt: Date }): Date {
  return new Date(createdAt.getTime() + PUBLISHED_SECONDS * 1000);
}

function inForce(keys: readonly SigningKey[], now: Date): SigningKey {
  const key = keys.findLast((each) => signsFrom(each) <= now) ?? keys[0];
  if (!key) throw new Error('Cannot sign: the store has no signing key, expected one');
  return key;
}

/** The newest key, keys that wait, and keys whose tokens may still be shown. */
function keysInUse(keys: readonly SigningKey[], now: Date): readonly SigningKey[] {
  return keys.filter((_, index) => {
    const next = keys[index + 1];
    return !next || signsFrom(next).getTime() + TAIL_SECONDS * 1000 > now.getTime();
  });
}

async function openKey({ masterKey }: KeyedStore, row: Row): Promise<SigningKey> {
  const pkcs8 = masterKey.open(row.privateKey, serviceKeyContext(row.kid));
  return {
    publicJwk: SigningJwk.parse(row.publicJwk),
    privateKey: await importPKCS8(Buffer.from(pkcs8).toString(), ALGORITHM),
    createdAt: row.createdAt,
  };
}

async function newKey({ masterKey }: KeyedStore) {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  const pkcs8 = Buffer.from(await exportPKCS8(pair.privateKey));
  const privateKey = masterKey.seal(pkcs8, serviceKeyContext(kid));
  return { kid, purpose: PURPOSE, privateKey, publicJwk: { ...jwk, kid } } as const;
}
