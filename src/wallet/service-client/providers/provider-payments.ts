import type { InstantPayment, OpeningMode } from '../../../contract/billing/instant-api.ts';
import type { PaymentMethod } from '../../../contract/billing/payment-method.ts';
import type { ProviderUse } from '../../../contract/forms/provider-names.ts';
import { showError, toErrorData, WalletError } from '../../errors/wallet-error.ts';
import type { Models } from '../../models/models.ts';
import type { Selection } from '../../state/selection.ts';
import type { InstantStart, WalletApi } from '../calls/api.ts';
import type { FingerprintAt } from '../calls/fingerprint.ts';
import { followPayment, type PaymentFollower } from './follow-payment.ts';
import { createUndecidedPayment, type UndecidedPayment } from './undecided-payment.ts';

type Dependencies = Pick<Models, 'wallet' | 'session' | 'checkout'> & {
  readonly api: Pick<WalletApi, 'startInstant' | 'readInstant' | 'cancelInstant'>;
  readonly merchantId: number;
  readonly fingerprintAt: FingerprintAt;
  /** Listens for events after `seq`, before a token is handed over: its billing may start a challenge. */
  listenForChallenge(seq: number | undefined): Promise<void>;
  /** Whether the chosen method's provider opens in a window or in the page. */
  opens(): OpeningMode;
  /** Covers the page while the provider's window is open, or after it was closed. */
  readonly dialog: { show(): void; close(): void };
  /** An instant payment has ended, even if no call waits for it. */
  onEnded(payment: InstantPayment): void;
};

type ProviderSelection = Extract<Selection, { kind: 'provider' }>;
type Open = {
  readonly start: InstantStart;
  readonly follower: PaymentFollower;
  /** Resolves once its last start is answered or lost. */
  started: Promise<unknown>;
};

/** The one payment at a provider that this wallet may have open, identified by what it was started with. */
export function createProviderPayments(dependencies: Dependencies) {
  const { checkout, dialog } = dependencies;
  const undecided = createUndecidedPayment();
  const attempts = createAttempts(dependencies, undecided);
  const showFailure = async <Value>(work: Promise<Value>): Promise<Value> => {
    checkout.show(null);
    try {
      return await work;
    } catch (error) {
      throw showError(checkout, error);
    }
  };
  let current: PaymentFollower | undefined;
  let lastStart = 0;
  /** Unless a later call has opened it again. */
  const closeDialog = (of: number) => {
    if (of === lastStart) dialog.close();
  };
  return {
    leave: () => undecided.markUndecided(attempts.leave()),
    /** `use`: what the page opened a window for, unparsed. */
    async start(use: unknown): Promise<string | null> {
      checkout.startPressPayment();
      lastStart += 1;
      const mine = lastStart;
      try {
        const { follower, address, opens } = await showFailure(undecided.markUndecided(attempts.begin(use)));
        current = follower;
        if (opens === 'window' && address !== null) dialog.show();
        return address;
      } catch (error) {
        checkout.release();
        closeDialog(mine);
        throw error;
      }
    },
    async finish(): Promise<PaymentMethod | null> {
      if (!current) return null;
      const mine = lastStart;
      const payment = await showFailure(undecided.markUndecided(current.end())).finally(() => {
        checkout.release();
        closeDialog(mine);
      });
      const method = methodOf(payment, dependencies);
      if (method) await dependencies.listenForChallenge(payment.seq);
      return method;
    },
    /** Ends it at the service. If the service cannot be reached, the waiting call ends as if the window were closed. */
    async cancel(): Promise<void> {
      await attempts.leave().catch(() => {});
      current?.leave();
    },
    gone: () => current?.leave(),
  };
}

function createAttempts(dependencies: Dependencies, undecided: Pick<UndecidedPayment, 'begin'>) {
  const { api } = dependencies;
  let open: Open | undefined;

  function watch(start: InstantStart): Open {
    const follower = followPayment(() => api.readInstant(start.attempt));
    const attempt = { start, follower, started: Promise.resolve() };
    const close = () => {
      if (open === attempt) open = undefined;
    };
    follower.outcome.then((payment) => {
      close();
      if (payment.use === 'instant') dependencies.onEnded(payment);
    }, close);
    return attempt;
  }

  /** Ends the open payment when the shopper pays another way, unless it has succeeded in the meantime. */
  async function leave(): Promise<void> {
    const leaving = open;
    if (!leaving) return;
    const { start, follower } = leaving;
    // Until then the service may not know the payment, and the shopper could still pay it.
    await leaving.started;
    const payment = await api.cancelInstant(start.attempt).catch(unlessUnknown);
    // Another call may have opened one in the meantime.
    if (open === leaving) open = undefined;
    if (!payment) return;
    follower.update(payment);
    if (payment.use === 'instant' && payment.status === 'SUCCESS') throw paidMeanwhileError();
  }

  async function begin(use: unknown) {
    const start = startOf(dependencies, use);
    if (open && !isSame(open.start, start)) await leave();
    open ??= watch(start);
    const { follower, start: openStart } = open;
    follower.stay();
    // Also after a failure: only the answer may be lost.
    const started = api.startInstant(openStart).finally(follower.begin);
    open.started = started.catch(() => {});
    const payment = await started;
    if (payment.use === 'instant') undecided.begin(follower);
    follower.update(payment);
    return { follower, address: payment.provider_url ?? null, opens: openStart.opens };
  }

  return { leave, begin };
}

/** The same payment keeps its attempt id, even if the answer to its start was lost. */
function isSame(one: InstantStart, other: InstantStart): boolean {
  return JSON.stringify({ ...one, attempt: '' }) === JSON.stringify({ ...other, attempt: '' });
}

function startOf(dependencies: Dependencies, use: unknown): InstantStart {
  const { wallet, session, checkout, merchantId, opens } = dependencies;
  const details = wallet.details.peek();
  const selection = checkout.paysWith.peek();
  if (selection.kind !== 'provider' || !details) {
    const message = 'makeInstantPayment: found no method of a provider chosen';
    throw new WalletError({ code: 'payment_method_not_selected', message });
  }
  if (use !== selection.use) throw choiceChanged(selection.use);
  const { currency, amount, return_url, callback_url, metadata } = details;
  return {
    attempt: crypto.randomUUID(),
    merchant_id: merchantId,
    method: selection.method,
    opens: opens(),
    currency,
    amount,
    return_url,
    callback_url,
    metadata: metadata && JSON.stringify(metadata),
    saveForLater: isKept(selection, { session, checkout }) || undefined,
  };
}

/** The shopper has changed the choice since the page opened its window, so nothing starts. */
function choiceChanged(use: ProviderUse) {
  const refusal =
    use === 'instant'
      ? ({ code: 'instant_method_selected', message: 'getPaymentMethod: found an instant method' } as const)
      : ({
          code: 'payment_method_not_selected',
          message: 'makeInstantPayment: found a method that getPaymentMethod hands over',
        } as const);
  return new WalletError({ ...refusal, shownBy: 'page' });
}

function isKept(
  { use }: ProviderSelection,
  { session, checkout }: Pick<Dependencies, 'session' | 'checkout'>,
): boolean {
  return use === 'alternative' && session.isUser.peek() && checkout.offers.keepsMethod.peek();
}

type MethodOfInput = Pick<Dependencies, 'checkout' | 'fingerprintAt'>;

/** Null for an instant payment, whose event tells the page. The fingerprint is added as for a card. */
function methodOf(payment: InstantPayment, { checkout, fingerprintAt }: MethodOfInput): PaymentMethod | null {
  const { use, status, failure_code: reason, payment_method: method = null, ip = '' } = payment;
  if (use === 'instant' || status === 'SUCCESS') {
    return method && { ...method, fingerprint: fingerprintAt(ip) };
  }
  const message = `getPaymentMethod: the provider did not agree: ${reason}`;
  const code = reason === 'do_not_honor' ? 'card_declined' : 'cancelled';
  const refusal = { code, message, ...(code === 'card_declined' && { param: 'method' }) } as const;
  throw showError(checkout, new WalletError(refusal));
}

/** The service does not know a payment whose start never arrived. */
function unlessUnknown(error: unknown): undefined {
  if (toErrorData(error).code === 'not_found') return undefined;
  throw error;
}

/** The payment's event tells the page, and the page tells the shopper. */
function paidMeanwhileError() {
  const message = 'getPaymentMethod: found a payment at a provider that has just gone through, wanted none';
  return new WalletError({ code: 'cancelled', message, shownBy: 'page' });
}
