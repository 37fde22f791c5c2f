import type { Core } from '../../base/runtime/core.ts';
import { readShopName } from '../../shoppers/accounts/shop-name.ts';
import type { ProviderPaymentRow } from '../../tables/provider-payments.ts';

/** Path where shoppers come back, followed by the payment's id. */
export const RETURN_PATH = '/wallet/instant/return/';

type ProviderRow = Pick<
  ProviderPaymentRow,
  'id' | 'merchantId' | 'method' | 'use' | 'amount' | 'currency' | 'locale'
>;

/** The address of the provider's page; undefined while the provider is down. */
export async function providerAddress(core: Core, row: ProviderRow): Promise<string | undefined> {
  const { id, merchantId, method, use, amount, currency, locale } = row;
  const returnUrl = `${core.config.baseUrl}${RETURN_PATH}${id}`;
  const shop = await readShopName(core, merchantId);
  return core.dependencies.providers.open(core, {
    id,
    method,
    use,
    shop,
    amount,
    currency,
    locale,
    returnUrl,
  });
}
