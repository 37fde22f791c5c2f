import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { InstantPayment, OpeningMode } from '../../../contract/billing/instant-api.ts';
import type { PaymentMethod } from '../../../contract/billing/payment-method.ts';
import type { Offer } from '../../../contract/frame/frame-boot.ts';
import { WalletError } from '../../errors/wallet-error.ts';
import { CardFormState } from '../../state/card-form.ts';
import { Checkout } from '../../state/checkout.ts';
import { ProviderOffers } from '../../state/provider-offers.ts';
import { Session } from '../../state/session.ts';
import { Wallet } from '../../state/wallet.ts';
import type { InstantStart } from '../calls/api.ts';
import { createFingerprint } from '../calls/fingerprint.ts';
import { createGetPaymentMethod } from '../get-payment-method.ts';
import { createProviderPayments } from './provider-payments.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('screen', { height: 900 });
  vi.stubGlobal('navigator', { userAgent: 'Browser of the test' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const approved: PaymentMethod = {
  cc_token: 'tok',
  encrypted_cvv: null,
  name: 'Google Pay',
  type: 'alternative',
  fingerprint: null,
  credit_type: 'GP',
  exp_month: '12',
  exp_year4: '2034',
  last_4_digits: 4242,
  first_6_digits: 424242,
  source: 'googlepay',
};

const inDoubt = { code: 'service_unreachable', param: 'payment' };

async function unknown(): Promise<InstantPayment> {
  throw new WalletError({ code: 'not_found', message: 'never arrived' });
}

async function unreachable(): Promise<InstantPayment> {
  throw new WalletError({ code: 'service_unreachable', message: 'no answer' });
}

const never = () => {
  throw new Error('called');
};

const paypal: Offer = { method: 'paypal', use: 'instant' };
const googlePay: Offer = { method: 'googlepay', use: 'alternative' };

/** A service that knows its payments by their attempts. */
function fakeService() {
  const payments = new Map<string, InstantPayment>();
  const of = (attempt: string) => {
    const found = payments.get(attempt);
    if (!found) throw new Error(`no payment ${attempt}`);
    return found;
  };
  const end = (attempt: string, how: Partial<InstantPayment>) =>
    payments.set(attempt, { ...of(attempt), ...how });
  return {
    payments,
    end,
    startInstant: vi.fn(async ({ attempt, method, amount }: InstantStart) => {
      const isInstant = method === 'paypal';
      const started: InstantPayment = {
        attempt,
        method: isInstant ? 'paypal' : 'googlepay',
        use: isInstant ? 'instant' : 'alternative',
        status: 'PENDING',
        provider_url: `http://provider/${amount}`,
        ...(isInstant && { transaction_id: `txn-${amount}` }),
      };
      payments.set(attempt, payments.get(attempt) ?? started);
      return of(attempt);
    }),
    readInstant: async (attempt: string) => of(attempt),
    async cancelInstant(attempt: string) {
      const { status } = of(attempt);
      if (status === 'PENDING') end(attempt, { status: 'FAILURE', failure_code: 'cancelled_by_cardholder' });
      return of(attempt);
    },
  };
}

function setUp({ threeDsSession = null }: { threeDsSession?: string | null } = {}) {
  const wallet = new Wallet({ view: 'CHECKOUT', theme: 'light', pageTheme: 'light', labels: 'above' });
  const settings = { merchant_id: 7, view: 'CHECKOUT', locale: 'en' } as const;
  wallet.start({ settings, payment_details: { currency: 'EUR', amount: '48.50' } });
  const offers = new ProviderOffers({
    offers: [paypal, googlePay],
    wallet: wallet.status,
    canPay: () => true,
  });
  const form = new CardFormState({ accepted: ['VI'], now: () => Date.UTC(2026, 10, 21) });
  const checkout = new Checkout({ saved: signal({ name: 'guest' as const }), form, offers });
  const service = fakeService();
  const onEnded = vi.fn();
  const dialog = { show: vi.fn(), close: vi.fn() };
  let opens: OpeningMode = 'window';
  const created = createProviderPayments({
    wallet,
    checkout,
    api: service,
    onEnded,
    merchantId: 7,
    session: new Session(),
    fingerprintAt: createFingerprint({
      wallet: { isThreeDsFlow: signal(threeDsSession !== null) },
      session: { id: signal(threeDsSession) },
    }),
    listenForChallenge: async () => {},
    opens: () => opens,
    dialog,
  });
  /** As the page does: for the use that it was told of. */
  const start = (expected: unknown = Object(checkout.paysWith.peek()).use) => created.start(expected);
  const payments = { ...created, start };
  const redirect = () => {
    opens = 'redirect';
  };
  const choose = (offer: Offer) => checkout.select({ kind: 'provider', ...offer });
  const attempts = () => service.startInstant.mock.calls.map(([{ attempt }]) => attempt);
  return { wallet, checkout, form, service, onEnded, payments, choose, attempts, dialog, redirect };
}

describe('createProviderPayments', () => {
  it('starts one attempt for the same payment, however often it is called', async () => {
    const { payments, choose, attempts } = setUp();
    choose(paypal);
    expect(await Promise.all([payments.start(), payments.start()])).toEqual([
      'http://provider/48.50',
      'http://provider/48.50',
    ]);
    expect(new Set(attempts()).size).toBe(1);
  });

  /** The service knows the payment of a start only once it has answered it. */
  function slowStart(service: ReturnType<typeof fakeService>, milliseconds: number) {
    const { readInstant, cancelInstant } = service;
    const { startInstant } = fakeService();
    service.startInstant.mockImplementationOnce(async (start) => {
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      const started = await startInstant(start);
      service.payments.set(start.attempt, started);
      return started;
    });
    const isKnown = (attempt: string) => service.payments.has(attempt);
    service.readInstant = (attempt) => (isKnown(attempt) ? readInstant(attempt) : unknown());
    service.cancelInstant = (attempt) => (isKnown(attempt) ? cancelInstant(attempt) : unknown());
  }

  it('follows a payment whose start takes longer than the first question about it', async () => {
    const { payments, choose, attempts, service, onEnded } = setUp();
    slowStart(service, 2_500);
    choose(paypal);
    const address = payments.start();
    await vi.advanceTimersByTimeAsync(2_500);
    expect(await address).toBe('http://provider/48.50');
    const end = payments.finish();
    service.end(attempts()[0] ?? '', { status: 'SUCCESS' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await end).toBeNull();
    expect(onEnded).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status: 'SUCCESS' }));
  });

  it('starts the same wish to pay once, also while the first start is slow', async () => {
    const { payments, choose, attempts, service } = setUp();
    slowStart(service, 2_500);
    choose(paypal);
    const first = payments.start();
    await vi.advanceTimersByTimeAsync(1_500);
    const second = payments.start();
    await vi.advanceTimersByTimeAsync(2_000);
    expect([await first, await second]).toHaveLength(2);
    expect(new Set(attempts()).size).toBe(1);
  });

  it('waits for a start on its way before it ends the payment', async () => {
    const { payments, choose, attempts, service } = setUp();
    slowStart(service, 2_500);
    choose(paypal);
    const address = payments.start();
    await vi.advanceTimersByTimeAsync(100);
    const left = payments.leave();
    await vi.advanceTimersByTimeAsync(2_500);
    await Promise.all([address, left]);
    expect(service.payments.get(attempts()[0] ?? '')).toMatchObject({ status: 'FAILURE' });
  });

  it('pays with a pressed express button until that payment has ended, then with the chosen row', async () => {
    const { payments, checkout, attempts, service } = setUp();
    checkout.press(paypal);
    await Promise.all([payments.start(), payments.start()]);
    checkout.expirePress();
    const [first, ...more] = attempts();
    expect(more).toEqual([first]);
    expect(checkout.paysWith.value).toMatchObject({ method: 'paypal' });
    service.end(first ?? '', { status: 'SUCCESS' });
    const finished = payments.finish();
    await vi.advanceTimersByTimeAsync(10_000);
    await finished;
    expect(checkout.paysWith.value).toEqual({ kind: 'new' });
  });

  it('shows its dialog from the start to the end while a window is open', async () => {
    const { payments, choose, attempts, service, dialog } = setUp();
    choose(paypal);
    await payments.start();
    expect(dialog.show).toHaveBeenCalledOnce();
    const end = payments.finish();
    expect(dialog.close).not.toHaveBeenCalled();
    service.end(attempts()[0] ?? '', { status: 'SUCCESS' });
    await vi.advanceTimersByTimeAsync(10_000);
    await end;
    expect(dialog.close).toHaveBeenCalledOnce();
  });

  it('shows no dialog for a redirect, and closes it if the start fails', async () => {
    const { payments, choose, dialog, redirect, service } = setUp();
    choose(paypal);
    redirect();
    service.startInstant.mockRejectedValueOnce(new WalletError({ code: 'offline', message: 'x' }));
    await expect(payments.start()).rejects.toThrow();
    expect(dialog.close).toHaveBeenCalledOnce();
    await payments.start();
    expect(dialog.show).not.toHaveBeenCalled();
  });

  it('leaves the dialog to a later payment', async () => {
    const { payments, choose, wallet, dialog } = setUp();
    choose(paypal);
    await payments.start();
    const first = payments.finish();
    wallet.setDetails({ currency: 'EUR', amount: '12.00' });
    await payments.start();
    await first;
    expect(dialog.close).not.toHaveBeenCalled();
  });

  it('pays with the chosen row again if a pressed express button starts no payment', async () => {
    const { payments, checkout, service } = setUp();
    checkout.press(paypal);
    service.startInstant.mockRejectedValueOnce(new WalletError({ code: 'offline', message: 'x' }));
    await expect(payments.start()).rejects.toMatchObject({ code: 'offline' });
    expect(checkout.paysWith.value).toEqual({ kind: 'new' });
  });

  it.each([
    [paypal, 'alternative', 'instant_method_selected'],
    [googlePay, 'instant', 'payment_method_not_selected'],
  ] as const)(
    'starts nothing if the shopper has chosen $0.method since a window opened for another use',
    async (offer, expected, code) => {
      const { payments, choose, attempts, checkout } = setUp();
      choose(offer);
      await expect(payments.start(expected)).rejects.toMatchObject({ code });
      expect(attempts()).toEqual([]);
      expect(checkout.problem.value).toBeNull();
      await payments.start(offer.use);
      expect(attempts()).toHaveLength(1);
    },
  );

  it('cancels the open payment before it starts another amount, once for concurrent calls', async () => {
    const { payments, choose, wallet, attempts, service, onEnded } = setUp();
    choose(paypal);
    await payments.start();
    wallet.setDetails({ currency: 'EUR', amount: '12.00' });
    await Promise.all([payments.start(), payments.start()]);
    const [first, second, ...more] = attempts();
    expect(more).toEqual([second]);
    expect(service.payments.get(first ?? '')).toMatchObject({ status: 'FAILURE' });
    expect(onEnded).toHaveBeenCalledTimes(1);
    expect(service.payments.get(second ?? '')).toMatchObject({ status: 'PENDING' });
  });

  it('starts no other payment if the open one has just succeeded', async () => {
    const { payments, choose, wallet, attempts, service, onEnded, checkout } = setUp();
    choose(paypal);
    await payments.start();
    service.end(attempts()[0] ?? '', { status: 'SUCCESS' });
    wallet.setDetails({ currency: 'EUR', amount: '12.00' });
    await expect(payments.start()).rejects.toMatchObject({ code: 'cancelled' });
    expect(attempts()).toHaveLength(1);
    expect(onEnded).toHaveBeenCalledWith(expect.objectContaining({ status: 'SUCCESS' }));
    expect(checkout.problem.value).toBeNull();
  });

  it('shows no problem in the wallet if getPaymentMethod finds the payment paid', async () => {
    const { payments, choose, checkout, form, attempts, service, onEnded } = setUp();
    choose(paypal);
    await payments.start();
    service.end(attempts()[0] ?? '', { status: 'SUCCESS' });
    checkout.select({ kind: 'new' });
    const getPaymentMethod = createGetPaymentMethod({
      checkout,
      form,
      merchantId: 7,
      leaveProvider: payments.leave,
      api: { addCard: never, addAlias: never },
      vault: { send: never, sealCode: never },
      listenForChallenge: never,
      onListOutdated: never,
      isUser: () => false,
      view: () => 'CHECKOUT',
      fingerprintAt: () => null,
    });
    await expect(getPaymentMethod()).rejects.toMatchObject({ code: 'cancelled' });
    expect(onEnded).toHaveBeenCalledWith(expect.objectContaining({ status: 'SUCCESS' }));
    expect(checkout.problem.value).toBeNull();
  });

  it('cancels the payment, and resolves the waiting call', async () => {
    const { payments, choose, attempts, service, onEnded } = setUp();
    choose(paypal);
    await payments.start();
    const end = payments.finish();
    await payments.cancel();
    expect(await end).toBeNull();
    const cancelled = { status: 'FAILURE', failure_code: 'cancelled_by_cardholder' };
    expect(service.payments.get(attempts()[0] ?? '')).toMatchObject(cancelled);
    expect(onEnded).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(cancelled));
  });

  it('reports SUCCESS of a payment that succeeded before it was cancelled', async () => {
    const { payments, choose, attempts, service, onEnded, checkout } = setUp();
    choose(paypal);
    await payments.start();
    const end = payments.finish();
    service.end(attempts()[0] ?? '', { status: 'SUCCESS' });
    await payments.cancel();
    expect(await end).toBeNull();
    expect(onEnded).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status: 'SUCCESS' }));
    expect(checkout.problem.value).toBeNull();
  });

  it('rejects as in doubt if the service cannot be reached to cancel', async () => {
    const { payments, choose, service, checkout } = setUp();
    choose(paypal);
    await payments.start();
    service.readInstant = unreachable;
    service.cancelInstant = unreachable;
    const end = expect(payments.finish()).rejects.toMatchObject(inDoubt);
    await payments.cancel();
    await vi.advanceTimersByTimeAsync(4_000);
    await end;
    expect(checkout.problem.value).toMatchObject(inDoubt);
  });

  it('marks errors as `payment` in doubt until the end of an instant payment is known', async () => {
    const { payments, choose, checkout, attempts, service } = setUp();
    choose(paypal);
    await payments.start();
    const { readInstant } = service;
    service.readInstant = unreachable;
    const end = expect(payments.finish()).rejects.toMatchObject(inDoubt);
    payments.gone();
    await vi.advanceTimersByTimeAsync(4_000);
    await end;
    expect(checkout.problem.value).toMatchObject(inDoubt);
    service.cancelInstant = unreachable;
    await expect(payments.leave()).rejects.toMatchObject(inDoubt);
    service.startInstant.mockImplementationOnce(unreachable);
    await expect(payments.start()).rejects.toMatchObject(inDoubt);
    service.readInstant = readInstant;
    service.end(attempts()[0] ?? '', { status: 'FAILURE', failure_code: 'do_not_honor' });
    await vi.advanceTimersByTimeAsync(6_000);
    service.startInstant.mockImplementationOnce(unreachable);
    await expect(payments.start()).rejects.not.toHaveProperty('param', 'payment');
  });

  it('does not mark an error as `payment` in doubt before the first start, nor for an alternative method', async () => {
    const { payments, choose, service } = setUp();
    choose(paypal);
    service.startInstant.mockImplementationOnce(unreachable);
    await expect(payments.start()).rejects.not.toHaveProperty('param', 'payment');
    choose(googlePay);
    service.cancelInstant = async () => {
      throw new WalletError({ code: 'not_found', message: 'never arrived' });
    };
    await payments.start();
    service.readInstant = unreachable;
    const end = expect(payments.finish()).rejects.not.toHaveProperty('param', 'payment');
    payments.gone();
    await vi.advanceTimersByTimeAsync(4_000);
    await end;
  });

  it.each([
    [null, null],
    [
      'ws_1',
      {
        walletSdkSessionId: 'ws_1',
        ip: '203.0.113.7',
        screenHeight: 900,
        browserAgent: 'Browser of the test',
      },
    ],
  ])(
    'hands over the approved method, in the session %j of the 3DS flow with the fingerprint %j',
    async (threeDsSession, wanted) => {
      const { payments, choose, attempts, service } = setUp({ threeDsSession });
      choose(googlePay);
      await payments.start();
      const end = payments.finish();
      service.end(attempts()[0] ?? '', { status: 'SUCCESS', payment_method: approved, ip: '203.0.113.7' });
      await vi.advanceTimersByTimeAsync(1_500);
      const method = await end;
      expect(method).toMatchObject({ ...approved, fingerprint: wanted });
      expect(method?.encrypted_cvv).toBeNull();
    },
  );

  it.each([
    ['do_not_honor', 'card_declined'],
    ['cancelled_by_cardholder', 'cancelled'],
    ['timeout', 'cancelled'],
  ] as const)('rejects an alternative method that ended as %s with %s', async (failure_code, code) => {
    const { payments, choose, attempts, service, checkout } = setUp();
    choose(googlePay);
    await payments.start();
    const end = expect(payments.finish()).rejects.toMatchObject({ code });
    service.end(attempts()[0] ?? '', { status: 'FAILURE', failure_code });
    await vi.advanceTimersByTimeAsync(1_500);
    await end;
    expect(checkout.problem.value?.code).toBe(code);
  });
});
