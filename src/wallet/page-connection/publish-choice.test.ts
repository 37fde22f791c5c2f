import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Offer } from '../../contract/frame/frame-boot.ts';
import type { ProviderChoice } from '../../contract/frame/frame-calls.ts';
import { CardFormState } from '../state/card-form.ts';
import { Checkout } from '../state/checkout.ts';
import { ProviderOffers } from '../state/provider-offers.ts';
import { Wallet } from '../state/wallet.ts';
import { publishChoice } from './publish-choice.ts';

let isCoarse = false;
beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: isCoarse })));
afterEach(() => {
  vi.unstubAllGlobals();
  isCoarse = false;
});

const paypal: Offer = { method: 'paypal', use: 'instant' };
const googlePay: Offer = { method: 'googlepay', use: 'alternative' };
/** What the page was told last of a chosen method. */
function setUp() {
  const wallet = new Wallet({ view: 'CHECKOUT', theme: 'light', pageTheme: 'light', labels: 'above' });
  const settings = { merchant_id: 7, view: 'CHECKOUT', locale: 'en' } as const;
  const payment_details = {
    currency: 'EUR' as const,
    amount: '48.50',
    return_url: 'https://shop.test/orders/1',
  };
  wallet.start({ settings, payment_details });
  const taken = [paypal, googlePay];
  const offers = new ProviderOffers({ offers: taken, wallet: wallet.status, canPay: () => true });
  const form = new CardFormState({ accepted: ['VI'], now: () => Date.UTC(2026, 10, 21) });
  const checkout = new Checkout({ saved: signal({ name: 'guest' as const }), form, offers });
  const choose = vi.fn<(choice: ProviderChoice) => void>();
  publishChoice({ wallet, checkout }, { choose });
  const select = (offer: Offer) => checkout.select({ kind: 'provider', ...offer });
  return { wallet, checkout, select, told: () => choose.mock.lastCall?.[0] };
}

test('publishChoice tells with a method of a provider what it needs of the page', () => {
  const { select, told } = setUp();
  expect(told()).toMatchObject({ use: null });
  select(paypal);
  expect(told()).toEqual({ use: 'instant', opens: 'window' });
  select(googlePay);
  expect(told()).toMatchObject({ use: 'alternative', opens: 'window' });
});

test('publishChoice refuses an instant payment of nothing, before its window opens', () => {
  const { wallet, select, told } = setUp();
  select(paypal);
  wallet.setDetails({ currency: 'EUR', amount: '0.00' });
  expect(told()).toMatchObject({ use: null, refusal: { code: 'amount_too_small' } });
  wallet.setDetails({ currency: 'EUR', amount: '0.01' });
  expect(told()).toMatchObject({ use: 'instant' });
});

test('publishChoice tells of the express button that was pressed, whichever row is chosen', () => {
  const { checkout, select, told } = setUp();
  select(googlePay);
  checkout.press(paypal);
  expect(told()).toMatchObject({ use: 'instant' });
  checkout.release();
  expect(told()).toMatchObject({ use: 'alternative' });
});

test('publishChoice has a phone go to the provider of an instant payment, but not of a method to hand over', () => {
  isCoarse = true;
  const { select, told } = setUp();
  select(paypal);
  expect(told()).toMatchObject({ opens: 'redirect' });
  select(googlePay);
  expect(told()).toMatchObject({ opens: 'window' });
});
