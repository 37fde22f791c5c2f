import { describe, expect, it, vi } from 'vitest';
import type { PaymentMethod } from '../../contract/payment-method.ts';
import { createPageCalls } from './page-calls.ts';
import { WalletError } from './wallet-error.ts';

function answering() {
  const wallet = {
    openSession: vi.fn(),
    start: vi.fn(async () => {}),
    getPaymentMethod: vi.fn(async (): Promise<PaymentMethod> => {
      throw new WalletError({
        code: 'payment_method_incomplete',
        message: 'getPaymentMethod: found nothing',
      });
    }),
  };
  return { wallet, calls: createPageCalls(wallet) };
}

const settings = { merchant_id: 1, view: 'CHECKOUT' };
const payment_details = { currency: 'EUR', amount: '10.00' };

describe('init', () => {
  it('starts the wallet with the settings parsed and defaults filled in', async () => {
    const { wallet, calls } = answering();
    expect(await calls.init({ settings, payment_details })).toEqual({ ok: true, value: null });
    expect(wallet.start).toHaveBeenCalledWith({ settings: { ...settings, locale: 'en' }, payment_details });
  });

  it.each([
    ['settings.view', { settings: { ...settings, view: 'CHECKIN' }, payment_details }],
    ['settings.merchant_id', { settings: { ...settings, merchant_id: '1' }, payment_details }],
    ['payment_details', { settings }],
    ['payment_details.amount', { settings, payment_details: { ...payment_details, amount: '10,00' } }],
    [
      'settings.appearance.theme',
      { settings: { ...settings, appearance: { theme: 'blue' } }, payment_details },
    ],
  ])('refuses a wrong %s by its name and leaves the wallet alone', async (param, argument) => {
    const { wallet, calls } = answering();
    expect(await calls.init(argument)).toMatchObject({
      ok: false,
      error: { code: 'invalid_argument', param },
    });
    expect(wallet.start).not.toHaveBeenCalled();
  });

  it('refuses no argument at all', async () => {
    expect(await answering().calls.init()).toMatchObject({ ok: false, error: { code: 'invalid_argument' } });
  });
});

describe('setSession', () => {
  it('refuses a session of another shape without repeating its token', async () => {
    const { wallet, calls } = answering();
    const outcome = await calls.setSession({ accessToken: 'secret-token', expiresIn: '900' });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'invalid_argument', param: 'expiresIn' } });
    expect(JSON.stringify(outcome)).not.toContain('secret-token');
    expect(wallet.openSession).not.toHaveBeenCalled();
  });
});

describe('getPaymentMethod', () => {
  it('gives a refusal back as data', async () => {
    expect(await answering().calls.getPaymentMethod()).toEqual({
      ok: false,
      error: { code: 'payment_method_incomplete', message: 'getPaymentMethod: found nothing' },
    });
  });
});
