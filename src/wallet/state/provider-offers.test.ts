import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import type { Provider } from '../../contract/forms/provider-names.ts';
import type { Offer } from '../../contract/frame/frame-boot.ts';
import { ProviderOffers } from './provider-offers.ts';
import type { WalletStatus } from './wallet.ts';

const taken: readonly Offer[] = [
  { method: 'applepay', use: 'alternative' },
  { method: 'googlepay', use: 'alternative' },
  { method: 'paypal', use: 'instant' },
];

function setUp(able: readonly Provider[], express?: string) {
  const wallet = signal<WalletStatus>({ name: 'starting' });
  const canPay = (method: Provider) => able.includes(method);
  const offers = new ProviderOffers({
    offers: taken,
    wallet,
    canPay,
    ...(express !== undefined && { express }),
  });
  const start = (sandbox_available?: Provider[], method_order?: Provider[]) => {
    const settings = { merchant_id: 1, view: 'CHECKOUT', locale: 'en' } as const;
    wallet.value = {
      name: 'ready',
      settings: {
        ...settings,
        ...(sandbox_available && { sandbox_available }),
        ...(method_order && { method_order }),
      },
    };
  };
  const methods = () => offers.list.value.map(({ method }) => method);
  return { offers, start, methods };
}

describe('ProviderOffers', () => {
  it('are what the device can pay with until the page has spoken', () => {
    expect(setUp(['paypal', 'googlepay']).methods()).toEqual(['googlepay', 'paypal']);
  });

  it("are what the merchant takes and the device can, in the merchant's order", () => {
    const { start, methods, offers } = setUp(['paypal', 'googlepay']);
    start();
    expect(methods()).toEqual(['googlepay', 'paypal']);
    expect(offers.has('applepay')).toBe(false);
  });

  it('take what the page says the sandbox should, and nothing the merchant does not', () => {
    const { start, methods } = setUp([]);
    start(['paypal', 'amazonpay', 'applepay']);
    expect(methods()).toEqual(['applepay', 'paypal']);
  });

  it('are buttons where the page wants them so and the device can pay with them, and no rows then', () => {
    const { offers, start, methods } = setUp(['googlepay', 'paypal'], 'applepay,googlepay');
    const buttons = () => offers.buttons.value.map(({ method }) => method);
    expect([buttons(), methods()]).toEqual([['googlepay'], ['paypal']]);
    start(['applepay']);
    expect([buttons(), methods()]).toEqual([['googlepay'], ['applepay', 'paypal']]);
  });

  it('stand in the order the page asks for, those it does not name behind them', () => {
    const { start, methods } = setUp(['googlepay', 'paypal']);
    start(['applepay'], ['paypal', 'amazonpay']);
    expect(methods()).toEqual(['paypal', 'applepay', 'googlepay']);
  });
});
