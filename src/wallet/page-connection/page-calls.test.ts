import { describe, expect, it, vi } from 'vitest';
import type { PaymentMethod } from '../../contract/billing/payment-method.ts';
import { WalletError } from '../errors/wallet-error.ts';
import { createPageCalls } from './page-calls.ts';

function answering() {
  const wallet = {
    openSession: vi.fn(),
    start: vi.fn(async () => {}),
    setPaymentDetails: vi.fn(),
    setAcceptedCreditCards: vi.fn(),
    setView: vi.fn(),
    setLocale: vi.fn(async () => {}),
    setAppearance: vi.fn(),
    getPaymentMethod: vi.fn(async (): Promise<PaymentMethod> => {
      throw new WalletError({
        code: 'payment_method_incomplete',
        message: 'getPaymentMethod: found nothing',
      });
    }),
  };
  const providers = {
    startProvider: vi.fn(),
    finishProvider: vi.fn(),
    press: vi.fn(),
  };
  return { wallet, calls: createPageCalls({ ...wallet, ...providers }) };
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
    ['view', { settings: { ...settings, view: 'CHECKIN' }, payment_details }],
    ['merchant_id', { settings: { ...settings, merchant_id: '1' }, payment_details }],
    ['payment_details', { settings }],
    ['payment_details.amount', { settings, payment_details: { ...payment_details, amount: '10,00' } }],
    ['payment_details.amount', { settings, payment_details: { ...payment_details, amount: '10.001' } }],
    ['payment_details.metadata', { settings, payment_details: { ...payment_details, metadata: [1] } }],
    ['appearance.theme', { settings: { ...settings, appearance: { theme: 'blue' } }, payment_details }],
  ])('refuses a wrong %s by its name and leaves the wallet alone', async (param, argument) => {
    const { wallet, calls } = answering();
    expect(await calls.init(argument)).toMatchObject({
      ok: false,
      error: { code: 'invalid_argument', param },
    });
    expect(wallet.start).not.toHaveBeenCalled();
  });

  it.each([
    ['localle', 'found a name that is not known, did you mean "locale"?'],
    ['language', 'found a name that is not known'],
  ])('names a setting that does not exist: %s', async (name, said) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { calls } = answering();
    const outcome = await calls.init({ settings: { ...settings, [name]: 'de' }, payment_details });
    expect(outcome).toMatchObject({ ok: true });
    expect(warn.mock.calls).toEqual([[`init: settings.${name}: ${said}`]]);
    warn.mockRestore();
  });

  it('names a payment detail that does not exist, as setPaymentDetails does', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { calls } = answering();
    const details = { ...payment_details, metdata: {} };
    expect(await calls.init({ settings, payment_details: details })).toMatchObject({ ok: true });
    expect(await calls.setPaymentDetails(details)).toMatchObject({ ok: true });
    const said = 'metdata: found a name that is not known, did you mean "metadata"?';
    expect(warn.mock.calls).toEqual([
      [`init: payment_details.${said}`],
      [`setPaymentDetails: details.${said}`],
    ]);
    warn.mockRestore();
  });

  it('refuses a currency that billing would refuse, with the code of billing', async () => {
    const { wallet, calls } = answering();
    const details = { ...payment_details, currency: 'JPY' };
    expect(await calls.init({ settings, payment_details: details })).toMatchObject({
      error: { code: 'currency_unsupported', param: 'payment_details.currency' },
    });
    expect(await calls.setPaymentDetails(details)).toEqual({
      ok: false,
      error: {
        code: 'currency_unsupported',
        param: 'details.currency',
        message: 'setPaymentDetails: details.currency: found "JPY", wanted one of USD, EUR, GBP',
      },
    });
    expect(wallet.start).not.toHaveBeenCalled();
  });

  it('refuses no argument at all', async () => {
    expect(await answering().calls.init()).toMatchObject({ ok: false, error: { code: 'invalid_argument' } });
  });
});

describe('the setters', () => {
  it.each([
    ['setPaymentDetails', payment_details],
    ['setAcceptedCreditCards', ['visa', 'tr']],
    ['setView', 'MANAGE'],
    ['setLocale', 'pt-BR'],
    ['setAppearance', { theme: 'dark' }],
  ] as const)('%s passes on what it was given and answers with nothing', async (call, argument) => {
    const { wallet, calls } = answering();
    expect(await calls[call](argument, 'dark')).toEqual({ ok: true, value: null });
    expect(wallet[call]).toHaveBeenCalledExactlyOnceWith(argument, 'dark');
  });

  it.each([
    ['setPaymentDetails', undefined, 'details'],
    ['setPaymentDetails', { ...payment_details, currency: 'euro' }, 'details.currency'],
    ['setPaymentDetails', { ...payment_details, return_url: 'thanks' }, 'details.return_url'],
    ['setPaymentDetails', { ...payment_details, metadata: [] }, 'details.metadata'],
    ['setAcceptedCreditCards', 'visa', 'names'],
    ['setAcceptedCreditCards', [], 'names'],
    ['setAcceptedCreditCards', ['visa', 'diners'], 'names.1'],
    ['setView', 'checkout', 'view'],
    ['setLocale', 'German!', 'language'],
    ['setAppearance', { theme: 'blue' }, 'appearance.theme'],
    ['setAppearance', { them: 'dark' }, 'appearance.them'],
    ['setAppearance', null, 'appearance'],
  ] as const)('%s refuses %j, naming %s', async (call, argument, param) => {
    const { wallet, calls } = answering();
    const outcome = await calls[call](argument);
    expect(outcome).toMatchObject({ ok: false, error: { code: 'invalid_argument', param } });
    expect(JSON.stringify(outcome)).toMatch(new RegExp(`${call}: ${param}: (found|wanted)`));
    expect(wallet[call]).not.toHaveBeenCalled();
  });

  it('name the card that is none, unless it could be a number', async () => {
    const { calls } = answering();
    expect(JSON.stringify(await calls.setAcceptedCreditCards(['diners']))).toContain('found \\"diners\\"');
    expect(JSON.stringify(await calls.setAcceptedCreditCards(['4242424242424242']))).not.toContain('4242');
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
