import { MerchantSettings } from '../../contract/billing/merchant-settings.ts';
import type { ServiceContext } from '../context/context.ts';
import type { SecretKey } from '../keys/secret-key.ts';
import { accounts, merchants, secretKeys } from '../tables/accounts.ts';
import { type Account, secretKeyDigest } from './find-account.ts';
import { newWebhookSecret } from './webhook-secrets.ts';

type NewAccount = {
  /** Default: chosen by chance. */
  readonly id?: number;
  readonly name: string;
  readonly secretKey: SecretKey;
  readonly publishableKey: string;
  /** The origins that may embed the wallet. */
  readonly origins: readonly string[];
  readonly merchants: readonly { readonly id: number; readonly ref: string }[];
};

/** Merchants start out with the default settings. */
export async function createAccount(context: ServiceContext, input: NewAccount): Promise<Account> {
  const { name, secretKey, publishableKey } = input;
  const createdAt = context.clock.now();
  const webhookSecret = newWebhookSecret(context, publishableKey);
  return context.db.transaction(async (tx) => {
    const [account] = await tx
      .insert(accounts)
      .values({
        ...(input.id !== undefined && { id: input.id }),
        name,
        publishableKey,
        webhookSecret,
        origins: [...input.origins],
        createdAt,
      })
      .returning();
    if (!account) throw new Error('Cannot create the account: the store returned no row');
    const accountId = account.id;
    const digest = secretKeyDigest(context, secretKey.text);
    await tx.insert(secretKeys).values({ id: secretKey.id, accountId, digest, createdAt });
    const settings = MerchantSettings.parse({});
    await tx
      .insert(merchants)
      .values(input.merchants.map(({ id, ref }) => ({ id, ref, accountId, settings, createdAt })));
    return account;
  });
}
