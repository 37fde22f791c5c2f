import type { Core } from '../../base/runtime/core.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { MerchantRow } from '../../tables/accounts.ts';
import { mayPagesName } from '../accounts/may-pages-name.ts';
import { resolveMerchant } from '../accounts/resolve-merchant.ts';
import type { WalletCaller } from './wallet-caller.ts';

/**
 * The merchant that a page names for what it begins: the one that its refresh token was made for or, with a token for no
 * merchant, one whose settings let pages name it. Every verb of a wallet that takes a merchant goes through here.
 * Rule: sessions/merchant.
 */
export async function walletMerchant(
  context: Core,
  { accountId, merchantId: own }: WalletCaller,
  merchantId: number,
): Promise<MerchantRow> {
  if (own !== null && own !== merchantId) {
    throw notAllowed(`the refresh token was made for merchant ${own}, expected that one`);
  }
  const merchant = await resolveMerchant(context, { accountId, merchantId });
  if (own === null && !mayPagesName(merchant)) {
    throw notAllowed("pages may not name it, expected a refresh token made with its 'merchant_id'");
  }
  return merchant;
}

function notAllowed(found: string): ServiceError {
  return new ServiceError('merchant_not_allowed', `Cannot use the merchant: ${found}`, {
    param: 'merchant_id',
  });
}
