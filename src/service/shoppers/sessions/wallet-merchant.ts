import type { Core } from '../../base/runtime/core.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { MerchantRow } from '../../tables/accounts.ts';
import { mayPagesName } from '../accounts/may-pages-name.ts';
import { resolveMerchant } from '../accounts/resolve-merchant.ts';
import type { WalletCaller } from './wallet-caller.ts';

/**
 * The merchant that a page names for a new payment or card: the one of its refresh token or, with a token without
 * merchant, one whose settings let pages name it. Every verb of a wallet that takes a merchant calls this.
 * Rule: sessions/merchant.
 */
export async function walletMerchant(
  core: Core,
  { accountId, merchantId: ownMerchantId }: WalletCaller,
  merchantId: number,
): Promise<MerchantRow> {
  if (ownMerchantId !== null && ownMerchantId !== merchantId) {
    throw merchantNotAllowed(`the refresh token was made for merchant ${ownMerchantId}, expected that one`);
  }
  const merchant = await resolveMerchant(core, { accountId, merchantId });
  if (ownMerchantId === null && !mayPagesName(merchant)) {
    throw merchantNotAllowed("pages may not name it, expected a refresh token made with its 'merchant_id'");
  }
  return merchant;
}

function merchantNotAllowed(found: string): ServiceError {
  return new ServiceError('merchant_not_allowed', `Cannot use the merchant: ${found}`, {
    param: 'merchant_id',
  });
}
