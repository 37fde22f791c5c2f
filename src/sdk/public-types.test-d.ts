import type * as events from '../contract/events.ts';
import type * as brands from '../contract/issuer-codes.ts';
import type * as method from '../contract/payment-method.ts';
import type * as schema from '../contract/settings.ts';
import { sdk } from './index.ts';
import type {
  Appearance,
  ConnectOptions,
  IssuerCode,
  MaskedPaymentMethod,
  PaymentDetails,
  PaymentMethod,
  View,
  WalletEvents,
  WalletSettings,
} from './public-types.ts';

/** Each public type is its schema's input, no more and no less. */
type Input<Schema extends { _zod: { input: unknown } }> = Schema['_zod']['input'];
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;

export const same: [
  Same<ConnectOptions, Input<typeof schema.ConnectOptions>>,
  Same<View, schema.View>,
  Same<Appearance, Input<typeof schema.Appearance>>,
  Same<Omit<WalletSettings, 'container'>, Input<typeof schema.WalletSettings>>,
  Same<PaymentDetails, Input<typeof schema.PaymentDetails>>,
  Same<IssuerCode, brands.IssuerCode>,
  Same<PaymentMethod, method.PaymentMethod>,
  Same<MaskedPaymentMethod, events.MaskedPaymentMethod>,
  Same<WalletEvents, events.WalletEvents>,
] = [true, true, true, true, true, true, true, true, true];

const settings: WalletSettings = { merchant_id: 1001, view: 'MANAGE' };
const payment_details: PaymentDetails = { currency: 'USD', amount: '10.00' };

export const valid = [
  () => sdk.auth.connect({ publishableKey: 'pk', refreshToken: 'rt' }),
  () => sdk.auth.connect({ publishableKey: 'pk', refreshToken: 'rt', baseUrl: 'https://pay.example' }),
  () => sdk.wallet.init(settings),
  () => sdk.wallet.init({ ...settings, locale: 'de', container: document.body }, payment_details),
  () => sdk.wallet.init({ settings, payment_details }),
  () => sdk.wallet.init({ settings: { ...settings, appearance: { theme: 'auto' } } }),
  async (): Promise<string> => (await sdk.wallet.getPaymentMethod()).cc_token,
  (): (() => void) => sdk.wallet.on('error', ({ code, param = '' }) => `${code} ${param}`),
  () => sdk.wallet.on('checkoutReady', ({ paymentMethod }) => paymentMethod?.last_4_digits.padStart(4)),
];

export const invalid = [
  // @ts-expect-error no refresh token
  () => sdk.auth.connect({ publishableKey: 'pk' }),
  // @ts-expect-error misspelt view
  () => sdk.wallet.init({ merchant_id: 1001, view: 'CHEKOUT' }, payment_details),
  // @ts-expect-error no merchant
  () => sdk.wallet.init({ view: 'MANAGE' }),
  // @ts-expect-error an amount is a string
  () => sdk.wallet.init(settings, { currency: 'USD', amount: 10 }),
  // @ts-expect-error unknown theme
  () => sdk.wallet.init({ ...settings, appearance: { theme: 'blue' } }),
  // @ts-expect-error unknown event
  () => sdk.wallet.on('paid', () => {}),
  () => {
    // @ts-expect-error the version is not for writing
    sdk.version = '0';
  },
  // @ts-expect-error nothing takes arguments here
  () => sdk.wallet.getPaymentMethod('card'),
];
