import { type ManageSettings, type PaymentDetails, SdkError, sdk } from 'embeddable-wallet';

/** Compiled, never run: what a merchant may and may not write against the published declaration. */
export const version: string = sdk.version;

// @ts-expect-error the version is not for the page to set
sdk.version = '2.0.0';

const settings: ManageSettings = { merchant_id: 1001, view: 'MANAGE' };
const payment_details: PaymentDetails = { currency: 'USD', amount: '10.00' };

export const valid = [
  (error: unknown) => (error instanceof SdkError && error.code === 'frame_timeout' ? error.param : undefined),
  () => sdk.auth.connect({ publishableKey: 'pk_1', refreshToken: 'rt' }),
  () => sdk.auth.connect({ publishableKey: 'pk_1', refreshToken: 'rt', baseUrl: 'https://pay.example' }),
  () => sdk.auth.connect({ publishableKey: 'pk_1', refreshToken: Promise.resolve('rt') }),
  () => sdk.auth.connect({ publishableKey: 'pk_1', refreshToken: () => 'rt', hint: 'guest' }),
  () => sdk.auth.connect({ publishableKey: 'pk_1', refreshToken: async () => ({ refreshToken: 'rt' }) }),
  () => sdk.auth.connect({ publishableKey: 'pk_1', refreshToken: async () => (await fetch('/')).json() }),
  (answer: { Status: 'OK'; refreshToken: string; hint: string }) =>
    sdk.auth.connect({ publishableKey: 'pk_1', refreshToken: () => answer }),
  (error: SdkError) => error.code === 'refresh_token_unavailable' && error.cause,
  () => sdk.wallet.init(settings),
  () => sdk.wallet.init({ ...settings, locale: 'de', container: document.body }, payment_details),
  () => sdk.wallet.init({ settings, payment_details }),
  () => sdk.wallet.init({ settings: { ...settings, appearance: { theme: 'auto' } } }),
  async (): Promise<string> => (await sdk.wallet.getPaymentMethod()).cc_token,
  (): (() => void) => sdk.wallet.on('error', ({ code, param = '' }) => `${code} ${param}`),
  async (): Promise<void> => sdk.wallet.setPaymentDetails(payment_details),
  () => sdk.wallet.setAcceptedCreditCards(['visa', 'tr']),
  () => sdk.wallet.setView('MANAGE'),
  () => sdk.wallet.setLocale('pt-BR'),
  () =>
    sdk.wallet.setAppearance({
      theme: 'dark',
      labels: 'floating',
      variables: { radius: '2px', lineHeight: 1.5 },
    }),
  () => sdk.wallet.on('checkoutReady', ({ paymentMethod }) => paymentMethod?.last_4_digits.padStart(4)),
];

export const invalid = [
  // @ts-expect-error no such code
  (error: SdkError) => error.code === 'frame_timed_out',
  // @ts-expect-error no refresh token
  () => sdk.auth.connect({ publishableKey: 'pk_1' }),
  // @ts-expect-error a function of something else
  () => sdk.auth.connect({ publishableKey: 'pk_1', refreshToken: async () => ({ token: 'rt' }) }),
  // @ts-expect-error the whole answer of fetch
  () => sdk.auth.connect({ publishableKey: 'pk_1', refreshToken: () => fetch('/') }),
  // @ts-expect-error misspelt view
  () => sdk.wallet.init({ merchant_id: 1001, view: 'CHEKOUT' }, payment_details),
  // @ts-expect-error no merchant
  () => sdk.wallet.init({ view: 'MANAGE' }),
  // @ts-expect-error an amount is a string
  () => sdk.wallet.init(settings, { currency: 'USD', amount: 10 }),
  // @ts-expect-error unknown theme
  () => sdk.wallet.init({ ...settings, appearance: { theme: 'blue' } }),
  // @ts-expect-error no such variable
  () => sdk.wallet.setAppearance({ variables: { colourText: 'red' } }),
  // @ts-expect-error diners has no name
  () => sdk.wallet.setAcceptedCreditCards(['diners']),
  // @ts-expect-error a view is spelt in capitals
  () => sdk.wallet.setView('manage'),
  // @ts-expect-error details are whole
  () => sdk.wallet.setPaymentDetails({ amount: '1.00' }),
  // @ts-expect-error unknown event
  () => sdk.wallet.on('paid', () => {}),
  // @ts-expect-error the call takes nothing
  () => sdk.wallet.getPaymentMethod('card'),
];
