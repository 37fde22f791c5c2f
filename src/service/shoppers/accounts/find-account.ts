import { and, eq, isNull } from 'drizzle-orm';
import { placeholder, statement } from '../../../store/statement.ts';
import { equalDigests, type HasMasterKey } from '../../base/keys/master-key.ts';
import { DEMO_PUBLISHABLE_KEY, demoSecretKey, parseSecretKey } from '../../base/keys/secret-key.ts';
import type { Core } from '../../base/runtime/core.ts';
import { ServiceError } from '../../base/service-error.ts';
import { type Account, accounts, type SecretKeyRow, secretKeys } from '../../tables/accounts.ts';

/** A merchant's backend, known by its secret key. */
export type MerchantCaller = { readonly accountId: number };

/** Unknown, malformed and revoked keys get the same answer. */
export async function findAccountBySecretKey(core: Core, text: string): Promise<MerchantCaller> {
  if (text.startsWith('pk_')) {
    throw new ServiceError(
      'publishable_key_used',
      "Cannot authenticate: found a publishable key, expected the account's secret key",
    );
  }
  const key = text === demoSecretKey.text && core.config.exposure.isPublic ? undefined : parseSecretKey(text);
  const row = key ? await core.rowCache.secretKeys.find(key.id, () => readKey(core, key.id)) : undefined;
  const digest = secretKeyDigest(core, text);
  // Compares even when there is no row, so that the time taken reveals nothing.
  if (!equalDigests(digest, row?.digest ?? new Uint8Array(digest.length)) || !row) {
    throw new ServiceError('secret_key_invalid', 'Cannot authenticate: the secret key is unknown or revoked');
  }
  return { accountId: row.accountId };
}

const keyInForce = statement<{ id: string }, SecretKeyRow>((db) =>
  db
    .select()
    .from(secretKeys)
    .where(and(eq(secretKeys.id, placeholder('id', secretKeys.id)), isNull(secretKeys.revokedAt))),
);

async function readKey({ db }: Core, id: string): Promise<SecretKeyRow | undefined> {
  const [row] = await keyInForce(db, { id });
  return row;
}

export async function findAccountByPublishableKey(core: Core, text: string): Promise<Account> {
  if (text.startsWith('sk_')) {
    throw new ServiceError(
      'secret_key_in_browser',
      'Cannot connect: found a secret key, expected the publishable key; revoke this key',
      { param: 'publishableKey' },
    );
  }
  const isUsable = text !== DEMO_PUBLISHABLE_KEY || !core.config.exposure.isPublic;
  const [account] = isUsable
    ? await core.db.select().from(accounts).where(eq(accounts.publishableKey, text))
    : [];
  if (account) return account;
  throw new ServiceError(
    'publishable_key_invalid',
    'Cannot connect: the publishable key is unknown, expected the one issued with the account',
    { param: 'publishableKey' },
  );
}

export function secretKeyDigest({ masterKey }: HasMasterKey, text: string): Uint8Array {
  return masterKey.digest('secret-key', text);
}
