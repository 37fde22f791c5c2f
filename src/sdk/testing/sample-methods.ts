import type { MaskedPaymentMethod, PaymentMethod, Provider } from '../index.ts';

/** Methods by name. The sandbox bills the tokens of its cards; it refuses `declined`, for insufficient funds. */
export type SampleMethod =
  | 'visa'
  | 'mastercard'
  | 'amex'
  | 'declined'
  | 'applepay'
  | 'googlepay'
  | 'paypal'
  | 'amazonpay';

/** First six and last four digits of a method that no sample is. */
const NO_CARD = '4111110000000000';

type Sample = { readonly number: string; readonly masked: MaskedPaymentMethod };
type Code = MaskedPaymentMethod['credit_type'];

const card = (name: string, credit_type: Code, number: string): Sample => ({
  number,
  masked: { type: 'card', name, credit_type, last_4_digits: number.slice(-4) },
});
const atProvider = (name: string, credit_type: Code, type: 'alternative' | 'instant'): Sample => ({
  number: NO_CARD,
  masked: { type, name, credit_type, last_4_digits: '' },
});

const SAMPLES: Readonly<Record<SampleMethod, Sample>> = {
  visa: card('Visa', 'VI', '4242424242424242'),
  mastercard: card('Mastercard', 'MC', '5555555555554444'),
  amex: card('American Express', 'AX', '378282246310005'),
  declined: card('Visa', 'VI', '4000000000009995'),
  applepay: atProvider('Apple Pay', 'AP', 'alternative'),
  googlepay: atProvider('Google Pay', 'GP', 'alternative'),
  paypal: atProvider('PayPal', 'PL', 'instant'),
  amazonpay: atProvider('Amazon Pay', 'MWS', 'instant'),
};

const PROVIDERS: Partial<Record<Code, Provider>> = {
  AP: 'applepay',
  GP: 'googlepay',
  PL: 'paypal',
  MWS: 'amazonpay',
};

/** The provider that holds it; null for a card. */
export const providerOf = ({ credit_type }: MaskedPaymentMethod): Provider | null =>
  PROVIDERS[credit_type] ?? null;

export const maskedSample = (name: SampleMethod): MaskedPaymentMethod => SAMPLES[name].masked;

/** What the wallet hands over for it, with a token of its own at each call. */
export function handedOver(method: MaskedPaymentMethod): PaymentMethod {
  const sample = Object.values(SAMPLES).find(
    ({ masked }) =>
      masked.credit_type === method.credit_type && masked.last_4_digits === method.last_4_digits,
  );
  const number = sample?.number ?? NO_CARD.slice(0, 12) + method.last_4_digits.padStart(4, '0');
  const source = providerOf(method) ?? 'card';
  return {
    cc_token: source === 'card' && sample ? `tok_sandbox_${number}` : `tok_double_${crypto.randomUUID()}`,
    encrypted_cvv: null,
    name: method.name,
    type: method.type,
    fingerprint: null,
    credit_type: method.credit_type,
    exp_month: '12',
    exp_year4: '2034',
    last_4_digits: Number(number.slice(-4)),
    first_6_digits: Number(number.slice(0, 6)),
    source,
  };
}
