import type { CardAnswer, CardForm } from '../../contract/frame/wallet-api.ts';
import { type Actor, recordAct } from '../base/audit/record-act.ts';
import type { ServiceContext, WalletCaller } from '../base/runtime/context.ts';
import { ServiceError } from '../base/service-error.ts';
import { requireView } from '../shoppers/sessions/require-view.ts';
import { walletMerchant } from '../shoppers/sessions/wallet-merchant.ts';
import { countCardEntry } from './card-attempts.ts';
import { decryptCard, takeEnvelope } from './decrypt-card.ts';
import { issueCardToken } from './issue-card-token.ts';
import { judgeCard } from './judge-card.ts';
import { listCard } from './list-card.ts';
import { paymentMethodOf, savedCardOf } from './present-card.ts';
import { storeCard } from './store-card.ts';

type CardEntry = {
  readonly caller: WalletCaller;
  readonly form: CardForm;
  /** The address that the card came from. */
  readonly address: string;
  readonly by: Actor;
};
type EnteredCard = Omit<CardAnswer, 'status' | 'ip' | 'seq'>;

/** Stores an entered card and hands over a token for it. The security code is judged and dropped. */
export async function tokenizeCard(
  context: ServiceContext,
  { caller, form, address, by }: CardEntry,
): Promise<EnteredCard> {
  const { accountId, userId, isGuest, walletSessionId, merchantId, view } = caller;
  requireView(caller, form.view ?? 'CHECKOUT');
  const isKept = form.view === 'MANAGE';
  if (isKept && isGuest) throw guestKeepsNone();
  const { settings } = await walletMerchant(context, caller, form.merchant_id);
  const sent = { jwe: form.card, walletSessionId, merchantId: form.merchant_id };
  const entered = await decryptCard(context, sent);
  const { number, holderName } = entered;
  const expiry = { expMonth: Number(entered.expMonth), expYear: Number(entered.expYear) };
  const attempt = { accountId, walletSessionId, address, number };
  const owner = { walletSessionId, merchantId };
  return countCardEntry(context, attempt, async (inside) => {
    await takeEnvelope(inside, entered.bound);
    const { processor, clock } = context;
    const brand = judgeCard(entered, { settings, chosen: form.brand, processor, now: clock.now() });
    const card = await storeCard(inside, { accountId, userId, brand, number, holderName, ...expiry });
    await recordAct(inside, by, {
      act: 'card.added',
      accountId,
      subject: `card ${card.id}`,
      details: { userId },
    });
    if (!isKept) {
      const life = form.saveForLater && !isGuest ? 'keep-on-success' : 'once';
      const issued = await issueCardToken(inside, { card, life, ...owner });
      return { paymentMethod: paymentMethodOf(card, issued) };
    }
    const kept = await listCard(inside, card);
    const savedCard = savedCardOf(kept, context.clock.now());
    if (view === 'MANAGE') return { savedCard };
    const issued = await issueCardToken(inside, { card: kept, life: 'keep-on-success', ...owner });
    return { paymentMethod: paymentMethodOf(kept, issued), savedCard };
  });
}

function guestKeepsNone(): ServiceError {
  return new ServiceError(
    'parameter_conflict',
    "Cannot keep the card: the refresh token stands for a guest, expected a user's",
    { param: 'view' },
  );
}
