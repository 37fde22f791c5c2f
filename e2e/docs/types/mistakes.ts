import { sdk } from 'embeddable-wallet';
import { Wallet, WalletProvider } from 'embeddable-wallet/react';
import { createMerchantClient } from 'embeddable-wallet/server';
import { createElement } from 'react';

/** Compiled, never run: 21 mistakes of a first integration, each of which the compiler names. */
const settings = { merchant_id: 1001, view: 'CHECKOUT' } as const;
const details = { currency: 'EUR', amount: '10.00' } as const;
const client = createMerchantClient({ secretKey: 'sk_1', baseUrl: 'https://pay.example' });
const sale = { ...details, ccToken: 'cct', isGuest: true };

export const mistakes = [
  // @ts-expect-error 1: CHECKOUT without what is to be paid
  () => sdk.wallet.init(settings),
  // @ts-expect-error 2: the same in one object
  () => sdk.wallet.init({ settings }),
  // @ts-expect-error 3: the same as props
  () => createElement(Wallet, settings),
  // @ts-expect-error 4: a currency by its name
  () => sdk.wallet.init(settings, { ...details, currency: 'Euro' }),
  // @ts-expect-error 5: a language by its name
  () => sdk.wallet.init({ ...settings, locale: 'english' }, details),
  // @ts-expect-error 6: the same, later
  () => sdk.wallet.setLocale('German'),
  // @ts-expect-error 7: a decimal comma
  () => sdk.wallet.init(settings, { currency: 'EUR', amount: '10,00' }),
  // @ts-expect-error 8: a currency in the amount
  () => sdk.wallet.setPaymentDetails({ currency: 'GBP', amount: '£10.00' }),
  // @ts-expect-error 9: an amount that is a number
  () => sdk.wallet.init(settings, { currency: 'EUR', amount: 10 }),
  // @ts-expect-error 10: the secret key on the page
  () => sdk.auth.connect({ publishableKey: 'sk_1', refreshToken: () => 'rt' }),
  // @ts-expect-error 11: the publishable key in the backend
  () => createMerchantClient({ secretKey: 'pk_1', baseUrl: 'https://pay.example' }),
  // @ts-expect-error 12: a sale for no merchant
  () => client.sale(sale),
  // @ts-expect-error 13: the same by its method
  () => client.bill({ ...sale, method: 'SALE_3DS' }),
  // @ts-expect-error 14: a capture of no payment
  () => client.bill({ ...details, method: 'CHARGE' }),
  // @ts-expect-error 15: a colour without its sign
  () => sdk.wallet.setAppearance({ variables: { colorAccent: 'ff7a00' } }),
  // @ts-expect-error 16: a length without its unit
  () => sdk.wallet.setAppearance({ variables: { radius: '8' } }),
  // @ts-expect-error 17: a theme that is none
  () => sdk.wallet.setAppearance({ theme: 'system' }),
  // @ts-expect-error 18: a merchant by its reference
  () => sdk.wallet.init({ ...settings, merchant_id: 'demo' }, details),
  // @ts-expect-error 19: an event that is none
  () => sdk.wallet.on('success', () => {}),
  // @ts-expect-error 20: a provider's public name
  () => sdk.wallet.init({ ...settings, express: ['Apple Pay'] }, details),
  // @ts-expect-error 21: no token
  () => createElement(WalletProvider, { publishableKey: 'pk_1' }),
];

/** What is known to be a text alone, as from the environment or a backend, is checked when it runs. */
export const unchecked = [
  (key: string) => sdk.auth.connect({ publishableKey: key, refreshToken: () => 'rt' }),
  (key: string) => createMerchantClient({ secretKey: key, baseUrl: 'https://pay.example' }),
  (amount: string) => sdk.wallet.init(settings, { currency: 'EUR', amount }),
  (amount: string) => sdk.wallet.setPaymentDetails({ currency: 'EUR', amount }),
  (amount: string) => createElement(Wallet, { ...settings, payment_details: { currency: 'EUR', amount } }),
];
