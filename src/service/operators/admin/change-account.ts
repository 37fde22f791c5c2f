import { eq } from 'drizzle-orm';
import type { AccountChange, AdminAccount, AdminMerchant } from '../../../contract/admin/accounts.ts';
import {
  MerchantSettings,
  type MerchantSettingsChange,
} from '../../../contract/billing/merchant-settings.ts';
import { isAllowed } from '../../base/exposure.ts';
import type { Core } from '../../base/runtime/core.ts';
import { ServiceError } from '../../base/service-error.ts';
import { requireCallbackUrl } from '../../callbacks/egress/require-callback-url.ts';
import { notifyKeyChange } from '../../shoppers/accounts/notify-key-change.ts';
import { accounts, merchants } from '../../tables/accounts.ts';
import { requireProcessor } from './configure-processor.ts';
import { adminMerchant, readAccount } from './list-accounts.ts';
import { refuseOrigins } from './open-account.ts';

/** Sets some of a merchant's settings; those that are not named stay. */
export async function changeMerchant(
  core: Core,
  { merchantId, change }: { readonly merchantId: number; readonly change: MerchantSettingsChange },
): Promise<{ readonly accountId: number; readonly merchant: AdminMerchant }> {
  const { db, config, egress } = core;
  if (change.allowAnyPan && !isAllowed(config.exposure, 'any-pan')) {
    throw new ServiceError(
      'not_on_public_service',
      "Cannot change the merchant: others use this service, so real card numbers stay refused, expected 'any-pan' in PUBLIC_ALLOWS",
    );
  }
  for (const url of change.notificationUrls ?? []) requireCallbackUrl(url, egress);
  const isThis = eq(merchants.id, merchantId);
  const [merchant] = await db.select().from(merchants).where(isThis).for('update');
  if (!merchant) throw new ServiceError('not_found', 'Cannot change the merchant: none has this id');
  const settings = MerchantSettings.parse({ ...merchant.settings, ...change });
  refuseEmptyRange(settings);
  await requireProcessor(core, { ...merchant, settings });
  await db.update(merchants).set({ settings }).where(isThis);
  await notifyKeyChange(db);
  return { accountId: merchant.accountId, merchant: adminMerchant({ ...merchant, settings }) };
}

function refuseEmptyRange({ smallestAmount, largestAmount }: MerchantSettings) {
  if (smallestAmount <= largestAmount) return;
  throw new ServiceError(
    'parameter_invalid',
    `Cannot change the merchant: the smallest amount would be ${smallestAmount}, expected at most the largest, ${largestAmount}`,
    { param: 'smallestAmount' },
  );
}

/** Sets an account's name and origins; absent settings stay. An open wallet continues. */
export async function changeAccount(
  core: Core,
  { accountId, change }: { readonly accountId: number; readonly change: AccountChange },
): Promise<AdminAccount> {
  const { name, origins } = change;
  refuseOrigins(origins ?? []);
  // Writes only what was given: a change of the other setting at the same time stays.
  if (name !== undefined || origins !== undefined)
    await core.db.update(accounts).set({ name, origins }).where(eq(accounts.id, accountId));
  return readAccount(core, accountId);
}
