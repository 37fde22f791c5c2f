import { MerchantSettings } from '../../../contract/billing/merchant-settings.ts';
import type { SecretKey } from '../../base/keys/secret-key.ts';
import type { Core } from '../../base/runtime/core.ts';
import { newWebhookSecret } from '../../callbacks/webhook-secrets.ts';
import { type Account, accounts, merchants, secretKeys } from '../../tables/accounts.ts';
import { secretKeyDigest } from './find-account.ts';

type NewAccount = {
  /** Default: chosen by chance. */
  readonly id?: number;
  readonly name: string;
  readonly secretKey: SecretKey;
  readonly publishableKey: string;
  /** The origins that may embed the wallet. */
  readonly origins: readonly string[];
  readonly merchants: readonly NewMerchant[];
};

/** Whether pages may name it has no default that fits every merchant; all other settings start out with theirs. */
type NewMerchant = { readonly id: number; readonly ref: string; readonly pagesMayName: boolean };

export async function createAccount(core: Core, input: NewAccount): Promise<Account> {
  const { name, secretKey, publishableKey } = input;
  const { db, clock } = core;
  const createdAt = clock.now();
  const [account] = await db
    .insert(accounts)
    .values({
      ...(input.id !== undefined && { id: input.id }),
      name,
      publishableKey,
      webhookSecret: newWebhookSecret(core, publishableKey),
      origins: [...input.origins],
      createdAt,
    })
    .returning();
  if (!account) throw new Error('Cannot create the account: the store returned no row');
  const digest = secretKeyDigest(core, secretKey.text);
  await db.insert(secretKeys).values({ id: secretKey.id, accountId: account.id, digest, createdAt });
  await db.insert(merchants).values(merchantRows(account, { merchants: input.merchants, createdAt }));
  return account;
}

/** The rows of an account's new merchants. */
export function merchantRows(
  { id: accountId }: Pick<Account, 'id'>,
  { merchants, createdAt }: { readonly merchants: readonly NewMerchant[]; readonly createdAt: Date },
) {
  return merchants.map(({ id, ref, pagesMayName }) => {
    return { id, ref, accountId, settings: MerchantSettings.parse({ pagesMayName }), createdAt };
  });
}
