import { randomBytes } from 'node:crypto';
import { MerchantSettings } from '../../contract/merchant-settings.ts';
import type { ServiceContext } from '../context.ts';
import { accounts, merchants, secretKeys } from '../db/schema.ts';
import type { SecretKey } from '../keys/secret-key.ts';
import { type Account, secretKeyDigest } from './find-account.ts';

type NewAccount = {
  readonly name: string;
  readonly secretKey: SecretKey;
  readonly publishableKey: string;
  /** May embed the wallet. */
  readonly origins: readonly string[];
  readonly merchants: readonly { readonly id: number; readonly ref: string }[];
};

/** Merchants start out with the default settings. */
export async function createAccount(context: ServiceContext, input: NewAccount): Promise<Account> {
  const { name, secretKey, publishableKey } = input;
  const createdAt = context.clock.now();
  const whsec = `whsec_${randomBytes(32).toString('base64')}`;
  const webhookSecret = context.masterKey.seal(Buffer.from(whsec), sealingContext(publishableKey));
  return context.db.transaction(async (tx) => {
    const [account] = await tx
      .insert(accounts)
      .values({ name, publishableKey, webhookSecret, origins: [...input.origins], createdAt })
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

/** `whsec_…`: signs the account's callbacks. */
export function webhookSecret({ masterKey }: Pick<ServiceContext, 'masterKey'>, account: Account): string {
  const opened = masterKey.open(account.webhookSecret, sealingContext(account.publishableKey));
  return Buffer.from(opened).toString();
}

const sealingContext = (publishableKey: string) => `webhook-secret:${publishableKey}`;
