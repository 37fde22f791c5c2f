import { and, eq } from 'drizzle-orm';
import type { PaymentMethod } from '../../../contract/billing/payment-method.ts';
import type { AliasForm } from '../../../contract/frame/wallet-api.ts';
import type { Core } from '../../base/runtime/core.ts';
import { ownedCard } from '../../base/seals/card-owner.ts';
import { isIntactCard } from '../../base/seals/intact-rows.ts';
import type { TokenBrowser } from '../../base/seals/token-entry.ts';
import { ServiceError } from '../../base/service-error.ts';
import { requireAcceptedMethod } from '../../shoppers/accounts/require-accepted-method.ts';
import { requireView } from '../../shoppers/sessions/require-view.ts';
import type { WalletCaller } from '../../shoppers/sessions/wallet-caller.ts';
import { walletMerchant } from '../../shoppers/sessions/wallet-merchant.ts';
import { cards } from '../../tables/cards.ts';
import { users } from '../../tables/sessions.ts';
import { isExpired } from '../card-expiry.ts';
import { issueCardToken } from '../issue-card-token.ts';
import { paymentMethodOf } from '../present-card.ts';
import { hasPublicId } from './own-card.ts';

type HandOver = {
  readonly caller: WalletCaller;
  readonly form: AliasForm;
  /** What the request says of it. The rest comes with the code, if the shopper enters one. */
  readonly browser: TokenBrowser;
};

/** Hands over a token for one of the user's saved cards. */
export async function handOverSavedCard(
  core: Core,
  { caller, form, browser }: HandOver,
): Promise<PaymentMethod> {
  requireView(caller, 'CHECKOUT');
  const { walletSessionId, merchantId } = caller;
  const merchant = await walletMerchant(core, caller, form.merchant_id);
  const [card] = await core.db
    .select(ownedCard)
    .from(cards)
    .innerJoin(users, eq(users.id, cards.userId))
    .where(and(hasPublicId({ caller, id: form.method }), eq(cards.status, 'listed')));
  if (!card || !isIntactCard(core, card)) {
    throw new ServiceError('not_found', 'Cannot hand over the card: not one the user has kept', {
      param: 'method',
    });
  }
  requireAcceptedMethod(merchant, { code: card.brand, action: 'hand over', param: 'method' });
  if (isExpired(card, core.clock.now())) {
    throw new ServiceError('card_declined', 'Cannot hand over the card: its month has passed', {
      declineCode: 'expired_card',
    });
  }
  const issued = await issueCardToken(core, {
    card,
    life: 'keep-on-success',
    walletSessionId,
    merchantId,
    entry: { browser },
  });
  return paymentMethodOf(card, issued);
}
