import type { PaymentMethod } from '../../contract/payment-method.ts';
import type { CardForm } from '../../contract/wallet-api.ts';
import { resolveMerchant } from '../accounts/resolve-merchant.ts';
import type { ServiceContext, WalletCaller } from '../context.ts';
import { decryptCard } from './decrypt-card.ts';
import { handOver } from './hand-over.ts';
import { judgeCard } from './judge-card.ts';
import { paymentMethodOf } from './present-card.ts';
import { storeCard } from './store-card.ts';

type CardEntry = { readonly caller: WalletCaller; readonly form: CardForm };

/** Stores an entered card and hands over a token for it. The security code is judged and dropped. */
export async function tokenizeCard(
  context: ServiceContext,
  { caller, form }: CardEntry,
): Promise<PaymentMethod> {
  const { accountId, userId, isGuest, walletSessionId } = caller;
  const { settings } = await resolveMerchant(context, { accountId, merchantId: form.merchant_id });
  const entered = await decryptCard(context, form.card);
  const brand = judgeCard(entered, { settings, now: context.clock.now() });
  const { number, holderName } = entered;
  const expiry = { expMonth: Number(entered.expMonth), expYear: Number(entered.expYear) };
  const life = form.saveForLater && !isGuest ? 'list-on-success' : 'once';
  return context.db.transaction(async (db) => {
    const inside = { ...context, db };
    const card = await storeCard(inside, { accountId, userId, brand, number, holderName, ...expiry });
    return paymentMethodOf(card, await handOver(inside, { card, life, walletSessionId }));
  });
}
