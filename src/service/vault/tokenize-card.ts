import type { BoundCard, CardAnswer, CardForm } from '../../contract/frame/wallet-api.ts';
import { type Actor, recordAct } from '../base/audit/record-act.ts';
import type { Core } from '../base/runtime/core.ts';
import { ServiceError } from '../base/service-error.ts';
import { requireView } from '../shoppers/sessions/require-view.ts';
import type { WalletCaller } from '../shoppers/sessions/wallet-caller.ts';
import { walletMerchant } from '../shoppers/sessions/wallet-merchant.ts';
import type { MerchantRow } from '../tables/accounts.ts';
import { type BrowserHeaders, browserOf } from './browser-facts.ts';
import { type CardEntryOutcome, countCardEntry } from './card-attempts.ts';
import { decryptCard, takeEnvelope } from './decrypt-card.ts';
import { issueCardToken } from './issue-card-token.ts';
import { judgeCard } from './judge-card.ts';
import { listCard } from './list-card.ts';
import { paymentMethodOf, savedCardOf } from './present-card.ts';
import { storeCard } from './store-card.ts';

type CardRequest = {
  readonly caller: WalletCaller;
  readonly form: CardForm;
};

/** A card as the wallet sent it, for a merchant that the wallet may name. */
type SentCard = CardRequest & {
  readonly card: BoundCard;
  readonly merchant: MerchantRow;
};

type CardEntry = SentCard & {
  /** The address that the card came from. */
  readonly address: string;
  readonly headers: BrowserHeaders;
  readonly by: Actor;
};
type EnteredCard = Omit<CardAnswer, 'status' | 'ip' | 'seq'>;

/** Decrypts an entered card, outside of any transaction because that takes long. */
export async function openSentCard(core: Core, request: CardRequest): Promise<SentCard> {
  const { caller, form } = request;
  const { walletSessionId, isGuest } = caller;
  requireView(caller, form.view ?? 'CHECKOUT');
  if (form.view === 'MANAGE' && isGuest) throw guestKeepsNone();
  const merchant = await walletMerchant(core, caller, form.merchant_id);
  const card = await decryptCard(core, {
    jwe: form.card,
    walletSessionId,
    merchantId: form.merchant_id,
  });
  return { ...request, card, merchant };
}

/**
 * Stores an entered card and hands over a token for it, which keeps the security code for its first authorisation. Rule:
 * tokens/entry.
 */
export async function tokenizeCard(
  core: Core,
  { caller, form, card: entered, merchant, address, headers, by }: CardEntry,
): Promise<CardEntryOutcome<EnteredCard>> {
  const { accountId, userId, isGuest, walletSessionId, merchantId, view } = caller;
  const {
    clock,
    dependencies: { processor },
  } = core;
  const { number, holderName, securityCode } = entered;
  const entry = { securityCode, browser: browserOf(entered.browser, { ip: address, ...headers }) };
  const expiry = { expMonth: Number(entered.expMonth), expYear: Number(entered.expYear) };
  const owner = { walletSessionId, merchantId };
  return countCardEntry(core, { accountId, walletSessionId, address, number }, async () => {
    await takeEnvelope(core, entered.bound);
    const brand = judgeCard(entered, {
      settings: merchant.settings,
      chosenBrand: form.brand,
      processor,
      now: clock.now(),
    });
    const card = await storeCard(core, { accountId, userId, brand, number, holderName, ...expiry });
    await recordAct(core, by, {
      act: 'card.added',
      accountId,
      subject: `card ${card.id}`,
      details: { userId },
    });
    if (form.view !== 'MANAGE') {
      const life = form.saveForLater && !isGuest ? 'keep-on-success' : 'once';
      const issued = await issueCardToken(core, { card, life, entry, ...owner });
      return { paymentMethod: paymentMethodOf(card, issued) };
    }
    const saved = await listCard(core, card);
    const savedCard = savedCardOf(saved, clock.now());
    if (view === 'MANAGE') return { savedCard };
    const issued = await issueCardToken(core, { card: saved, life: 'keep-on-success', entry, ...owner });
    return { paymentMethod: paymentMethodOf(saved, issued), savedCard };
  });
}

function guestKeepsNone(): ServiceError {
  return new ServiceError(
    'parameter_conflict',
    "Cannot keep the card: the refresh token stands for a guest, expected a user's",
    { param: 'view' },
  );
}
