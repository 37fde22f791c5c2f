import type { PaymentMethod } from '../../contract/billing/payment-method.ts';
import type { ErrorData, SdkErrorCode } from '../../contract/errors/errors.ts';
import type { InitArguments } from '../../contract/forms/settings.ts';
import type { MaskedPaymentMethod } from '../../contract/frame/events.ts';
import type { FrameToPage, Outcome, ProviderChoice } from '../../contract/frame/frame-calls.ts';
import { handedOver, providerOf } from './sample-methods.ts';

/** What a frame tells its page. */
export type PageCalls = Pick<FrameToPage, 'emit' | 'choose'>;

/** How a payment at a provider ends. */
type ProviderStatus = 'SUCCESS' | 'FAILURE';

/** Of these codes the page has to speak; the others are shown in the wallet. */
const SAID_BY_PAGE: readonly SdkErrorCode[] = [
  'payment_method_not_selected',
  'instant_method_selected',
  'view_not_checkout',
  'popup_blocked',
  'cancelled',
];

export const refusalOf = (call: string, code: SdkErrorCode): ErrorData => ({
  code,
  message: `${call}: refused with ${code} by the double`,
  ...(!SAID_BY_PAGE.includes(code) && { shown: true }),
});

const refuse = (call: string, code: SdkErrorCode): Outcome<never> => ({
  ok: false,
  error: refusalOf(call, code),
});

/** What a double shows and what is chosen in it; tells the page of every change, as the frame does. */
export function createDoubleState({ emit, choose }: PageCalls) {
  let shown: InitArguments | undefined;
  let chosen: MaskedPaymentMethod | null = null;
  let nextStatus: ProviderStatus = 'SUCCESS';
  let openSession = () => {};
  const session = new Promise<void>((resolve) => {
    openSession = resolve;
  });

  let told: MaskedPaymentMethod | null = null;
  /** MANAGE has no choice; CHECKOUT has the former one when it is back. */
  function tellChoice() {
    const paymentMethod = shown?.settings.view === 'CHECKOUT' ? chosen : null;
    if (told === paymentMethod) return;
    told = paymentMethod;
    choose(choiceOf(paymentMethod));
    emit({ name: 'checkoutReady', payload: { status: paymentMethod !== null, paymentMethod } });
  }
  async function start() {
    await session;
    // The page's own event `init` comes first.
    await new Promise((next) => setTimeout(next));
    choose(choiceOf(null));
    emit({ name: 'ready', payload: {} });
  }
  function payable(): Outcome<PaymentMethod> {
    const call = 'getPaymentMethod';
    if (shown?.settings.view !== 'CHECKOUT') return refuse(call, 'view_not_checkout');
    if (!chosen) return refuse(call, 'payment_method_incomplete');
    if (chosen.type === 'instant') return refuse(call, 'instant_method_selected');
    return { ok: true, value: handedOver(chosen) };
  }

  return {
    /** Resolves when the page has heard that the wallet is ready. */
    ready: start(),
    openSession: () => openSession(),
    shown: () => shown,
    show(given: InitArguments) {
      shown = given;
    },
    change(settings: Partial<InitArguments['settings']>) {
      if (shown) shown = { ...shown, settings: { ...shown.settings, ...settings } };
      tellChoice();
    },
    setDetails(payment_details: InitArguments['payment_details']) {
      if (shown) shown = { ...shown, payment_details };
    },
    choose(method: MaskedPaymentMethod | null) {
      chosen = method;
      tellChoice();
    },
    payable,
    answerNext(status: ProviderStatus) {
      nextStatus = status;
    },
    /** The provider holds a method to bill, or has billed it. */
    finishAtProvider(): Outcome<PaymentMethod | null> {
      const method = chosen && providerOf(chosen);
      if (!method) return refuse('makeInstantPayment', 'payment_method_not_selected');
      if (chosen?.type === 'alternative') return payable();
      const payload = { status: nextStatus, transaction_id: crypto.randomUUID(), method };
      nextStatus = 'SUCCESS';
      emit({ name: 'paymentCompleted', payload });
      return { ok: true, value: null };
    },
  };
}

export type DoubleState = ReturnType<typeof createDoubleState>;

function choiceOf(chosen: MaskedPaymentMethod | null): ProviderChoice {
  const error = refusalOf('makeInstantPayment', 'payment_method_not_selected');
  if (!chosen || chosen.type === 'card') return { use: null, refusal: error };
  return { use: chosen.type, opens: 'window', refusal: error };
}
