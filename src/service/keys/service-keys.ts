import { and, desc, eq, isNull } from 'drizzle-orm';
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
import type { Clock } from '../clock.ts';
import type { Database } from '../context.ts';
import { takeStartLock } from '../db/start-lock.ts';
import { serviceKeys } from '../db/tables/service-keys.ts';
import type { MasterKey } from './master-key.ts';
import { type VaultKeys, vaultKeys } from './vault-keys.ts';

const SigningJwk = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  kid: z.string(),
});

type KeyPair<Jwk> = { readonly privateKey: CryptoKey; readonly publicJwk: Jwk };

/** What the service made for itself at its first start. */
export type ServiceKeys = {
  /** Card data is encrypted to one of them. */
  readonly vault: VaultKeys;
  /** Signs access tokens: ES256. */
  readonly accessToken: KeyPair<z.infer<typeof SigningJwk>> & { readonly verifying: JWTVerifyGetKey };
};

type KeyStore = { readonly db: Database; readonly masterKey: MasterKey; readonly clock: Clock };

/** Loads the keys, or makes them; processes that start side by side get the same. */
export async function openServiceKeys(store: KeyStore): Promise<ServiceKeys> {
  const accessToken = await store.db.transaction(async (db) => {
    await takeStartLock(db);
    const inside = { ...store, db };
    return openKey(inside, { purpose: 'access-token', algorithm: 'ES256', jwk: SigningJwk });
  });
  const vault = vaultKeys();
  await vault.present(store);
  const verifying = createLocalJWKSet({ keys: [accessToken.publicJwk] });
  return { vault, accessToken: { ...accessToken, verifying } };
}

type KeyKind<Schema extends z.ZodMiniType> = {
  readonly purpose: typeof serviceKeys.$inferSelect.purpose;
  readonly algorithm: string;
  readonly jwk: Schema;
};

async function openKey<Schema extends z.ZodMiniType>(
  store: KeyStore,
  kind: KeyKind<Schema>,
): Promise<KeyPair<z.infer<Schema>>> {
  const row = (await find(store, kind.purpose)) ?? (await create(store, kind));
  const pkcs8 = unseal(store, row);
  return {
    privateKey: await importPKCS8(Buffer.from(pkcs8).toString(), kind.algorithm),
    publicJwk: kind.jwk.parse(row.publicJwk),
  };
}

function unseal({ masterKey }: KeyStore, { privateKey, kid }: typeof serviceKeys.$inferSelect) {
  try {
    return masterKey.open(privateKey, sealingContext(kid));
  } catch (cause) {
    throw new Error(
      "Cannot open the store's keys: they were sealed with another master key, expected that one in MASTER_KEY or as master.key in DATA_DIR",
      { cause },
    );
  }
}

async function find({ db }: KeyStore, purpose: KeyKind<z.ZodMiniType>['purpose']) {
  const [row] = await db
    .select()
    .from(serviceKeys)
    .where(and(eq(serviceKeys.purpose, purpose), isNull(serviceKeys.retiredAt)))
    .orderBy(desc(serviceKeys.createdAt), serviceKeys.kid)
    .limit(1);
  return row;
}

async function create({ db, masterKey, clock }: KeyStore, { purpose, algorithm }: KeyKind<z.ZodMiniType>) {
  const pair = await generateKeyPair(algorithm, { extractable: true });
  const jwk = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  const pkcs8 = await exportPKCS8(pair.privateKey);
  const row = {
    kid,
    purpose,
    privateKey: masterKey.seal(Buffer.from(pkcs8), sealingContext(kid)),
    publicJwk: { ...jwk, kid },
    createdAt: clock.now(),
  };
  const [made] = await db.insert(serviceKeys).values(row).returning();
  if (!made) throw new Error('Cannot make a key: the store returned no row');
  return made;
}

const sealingContext = (kid: string) => `service-key:${kid}`;
