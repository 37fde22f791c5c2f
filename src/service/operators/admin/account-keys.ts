import { and, eq, isNull } from 'drizzle-orm';
import type { SecretKeyAnswer } from '../../../contract/admin/accounts.ts';
import { newSecretKey } from '../../base/keys/secret-key.ts';
import type { Core } from '../../base/runtime/core.ts';
import { ServiceError } from '../../base/service-error.ts';
import { secretKeyDigest } from '../../shoppers/accounts/find-account.ts';
import { notifyKeyChange } from '../../shoppers/accounts/notify-key-change.ts';
import { accounts, secretKeys } from '../../tables/accounts.ts';
import { requireAccount } from './list-accounts.ts';

/** Two keys let a backend change over without a gap. */
const MAX_ACTIVE_KEYS = 2;

/** A further secret key beside the one in force. */
export async function addSecretKey(core: Core, accountId: number): Promise<Omit<SecretKeyAnswer, 'status'>> {
  const key = newSecretKey();
  const { db, clock } = core;
  // The account's lock keeps two requests from counting at once.
  await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('update');
  await requireAccount(core, accountId);
  const isActive = and(eq(secretKeys.accountId, accountId), isNull(secretKeys.revokedAt));
  if ((await db.$count(secretKeys, isActive)) >= MAX_ACTIVE_KEYS) throw tooMany();
  const digest = secretKeyDigest(core, key.text);
  await db.insert(secretKeys).values({ id: key.id, accountId, digest, createdAt: clock.now() });
  return { secret_key_id: key.id, secret_key: key.text };
}

type SecretKeyName = { readonly accountId: number; readonly keyId: string };

/** This process refuses the key from its next request on, all others within a second. */
export async function revokeSecretKey(
  { db, clock }: Core,
  { accountId, keyId }: SecretKeyName,
): Promise<void> {
  const rows = await db
    .update(secretKeys)
    .set({ revokedAt: clock.now() })
    .where(and(eq(secretKeys.id, keyId), eq(secretKeys.accountId, accountId), isNull(secretKeys.revokedAt)))
    .returning({ id: secretKeys.id });
  if (rows.length > 0) return notifyKeyChange(db);
  throw new ServiceError(
    'not_found',
    'Cannot revoke the secret key: none in force of this account has the id',
  );
}

function tooMany() {
  return new ServiceError(
    'secret_key_limit',
    `Cannot make a secret key: ${MAX_ACTIVE_KEYS} of the account are in force, revoke one first`,
  );
}
