import { eq } from 'drizzle-orm';
import type { Core } from '../../base/runtime/core.ts';
import { readListedCards } from '../../base/seals/listed-cards.ts';
import { type MerchantRow, merchants } from '../../tables/accounts.ts';
import { offersOf } from '../accounts/offers-of.ts';
import { resolveMerchant } from '../accounts/resolve-merchant.ts';

/** The merchant that the hint is for: the one named, or the account's only one. Refuses another account's merchant. */
export async function merchantOfHint(
  core: Core,
  { accountId, merchantId }: { readonly accountId: number; readonly merchantId?: number | undefined },
): Promise<MerchantRow | undefined> {
  if (merchantId !== undefined) return resolveMerchant(core, { accountId, merchantId });
  const firstTwo = await core.db.select().from(merchants).where(eq(merchants.accountId, accountId)).limit(2);
  return firstTwo.length === 1 ? firstTwo[0] : undefined;
}

/**
 * What a wallet will show first, for the space that a page reserves before the frame loads: how many cards are saved,
 * or `guest`, and the offered methods of providers, such as `2.paypal.googlepay`. It is opaque to merchants and never
 * says which cards. A guest, whose `userId` is undefined, has no saved cards.
 */
export async function walletHint(
  core: Core,
  { userId, merchant }: { readonly userId: number | undefined; readonly merchant: MerchantRow | undefined },
): Promise<string> {
  const savedPart = userId === undefined ? 'guest' : (await readListedCards(core, userId)).length;
  const methods = merchant ? offersOf(merchant.settings).map(({ method }) => method) : [];
  return [savedPart, ...methods].join('.');
}
