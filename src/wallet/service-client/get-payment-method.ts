import type { PaymentMethod } from '../../contract/billing/payment-method.ts';
import type { ProviderUse } from '../../contract/forms/provider-names.ts';
import type { View } from '../../contract/forms/settings.ts';
import type { CardFormModel } from '../card-input/card-form-model.ts';
import { showError, toErrorData, WalletError } from '../errors/wallet-error.ts';
import type { Checkout } from '../state/checkout.ts';
import type { TokenizedMethod, WalletApi } from './calls/api.ts';
import type { FingerprintAt } from './calls/fingerprint.ts';
import type { Vault } from './calls/vault.ts';

type Dependencies = {
  readonly checkout: Checkout;
  readonly api: Pick<WalletApi, 'addCard' | 'addAlias'>;
  readonly merchantId: number;
  readonly form: Pick<CardFormModel, 'submit' | 'saveCard' | 'network'>;
  readonly vault: Pick<Vault, 'send' | 'sealCode'>;
  readonly fingerprintAt: FingerprintAt;
  /** Listens for events after `seq`, before a backend can start a challenge. */
  listenForChallenge(seq: number): Promise<void>;
  /** The service no longer has a card of the list. */
  onListOutdated(): void;
  isUser(): boolean;
  /** Ends the open payment at a provider; raises `cancelled` if it has just succeeded. */
  leaveProvider(): Promise<void>;
  view(): View;
};

type OwnRefusal =
  | 'payment_method_incomplete'
  | 'payment_method_not_selected'
  | 'card_brand_not_accepted'
  | 'instant_method_selected'
  | 'view_not_checkout';

/** The form shows what is incomplete; the page handles a wrong view or method. The notice shows all others. */
const SHOWN_BY: Partial<Record<OwnRefusal, 'field' | 'page'>> = {
  payment_method_incomplete: 'field',
  instant_method_selected: 'page',
  view_not_checkout: 'page',
};

const refuse = (code: OwnRefusal, found: string) =>
  new WalletError({ code, message: `getPaymentMethod: found ${found}`, shownBy: SHOWN_BY[code] ?? 'notice' });

/** The chosen card was removed elsewhere, for example in another tab. */
function refuseGoneCard({ onListOutdated }: Dependencies): WalletError {
  onListOutdated();
  return refuse('payment_method_not_selected', 'a saved card that the service does not keep any more');
}

/** Turns the shopper's choice into a payment method. Concurrent calls share one result. */
export function createGetPaymentMethod(dependencies: Dependencies): () => Promise<PaymentMethod> {
  const { checkout } = dependencies;
  let running: Promise<PaymentMethod> | undefined;

  async function run(): Promise<PaymentMethod> {
    checkout.show(null);
    try {
      return await checkout.whileWorking(() => getPaymentMethod(dependencies));
    } catch (thrown) {
      const error = toErrorData(thrown).code === 'not_found' ? refuseGoneCard(dependencies) : thrown;
      throw showError(checkout, error);
    }
  }

  return () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function getPaymentMethod(dependencies: Dependencies): Promise<PaymentMethod> {
  const { view, checkout, listenForChallenge } = dependencies;
  if (view() !== 'CHECKOUT') throw refuse('view_not_checkout', 'the view "MANAGE", wanted "CHECKOUT"');
  const selection = checkout.selection.peek();
  if (selection.kind === 'provider') throw refuseProvider(selection.use);
  await dependencies.leaveProvider();
  const isSaved = selection.kind === 'saved';
  const { method, securityCode } = await (isSaved ? addSavedCard(dependencies) : addNewCard(dependencies));
  const secured = secure(dependencies, { method, securityCode });
  const [paymentMethod] = await Promise.all([secured, listenForChallenge(method.seq)]);
  return paymentMethod;
}

function refuseProvider(use: ProviderUse) {
  if (use === 'instant')
    return refuse('instant_method_selected', 'an instant method, call makeInstantPayment');
  return refuse('payment_method_not_selected', "a method whose provider's window did not open");
}

/** `securityCode` is empty for a card without one, and if the flow needs none. */
type MethodWithCode = { readonly method: TokenizedMethod; readonly securityCode: string };

async function addSavedCard({ checkout, api, merchantId }: Dependencies): Promise<MethodWithCode> {
  const selection = checkout.selection.peek();
  if (selection.kind === 'saved' && checkout.refused.peek().includes(selection.id))
    throw refuse('card_brand_not_accepted', 'a saved card of a brand that is not accepted');
  const card = checkout.selectedCard.peek();
  if (!card) throw refuse('payment_method_not_selected', 'a saved card that is gone or expired');
  const securityCode = checkout.code.isAsked.peek() ? checkout.code.submit() : '';
  if (securityCode === null)
    throw refuse('payment_method_incomplete', 'a saved card without its security code, it shows that');
  const method = await api.addAlias({ method: card.id, merchant_id: merchantId });
  return { method, securityCode };
}

async function addNewCard({
  checkout,
  form,
  api,
  merchantId,
  vault,
  isUser,
}: Dependencies): Promise<MethodWithCode> {
  // While a list is loading the form may be closed; this opens it, so that its messages are seen.
  checkout.select({ kind: 'new' });
  const card = form.submit();
  if (!card)
    throw refuse('payment_method_incomplete', 'a form that is not complete, it shows what is missing');
  const saveForLater = isUser() && form.saveCard.peek();
  const brand = form.network.peek() ?? undefined;
  const method = await vault.send(card, (jwe) =>
    api.addCard({ card: jwe, brand, saveForLater, merchant_id: merchantId }),
  );
  return { method, securityCode: card.securityCode };
}

/** In the 3DS flow, adds the fingerprint and the security code, which is encrypted and bound to the token. */
async function secure(
  { vault, fingerprintAt }: Dependencies,
  { method: { paymentMethod, ip }, securityCode }: MethodWithCode,
): Promise<PaymentMethod> {
  const fingerprint = fingerprintAt(ip);
  if (fingerprint === null) return paymentMethod;
  const { cc_token } = paymentMethod;
  const encrypted_cvv = securityCode === '' ? null : await vault.sealCode({ cc_token, securityCode });
  return { ...paymentMethod, encrypted_cvv, fingerprint };
}
