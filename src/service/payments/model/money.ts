import type { Currency } from '../../../contract/billing/billing.ts';
import { AMOUNT_BOUNDS, type MerchantSettings } from '../../../contract/billing/merchant-settings.ts';
import { ServiceError } from '../../base/service-error.ts';

const OWN_EXPONENTS: Record<Currency, number> = { USD: 2, EUR: 2, GBP: 2 };
/** Digits after the point; ISO 4217. */
const EXPONENTS = new Map<string, number>(Object.entries(OWN_EXPONENTS));

export const MAX_DECIMALS = Math.max(...EXPONENTS.values());

/** Decimal text to minor units, digit by digit: no float ever holds money. */
export function minorUnits(amount: string, currency: Currency): number {
  const [whole = '', fraction = ''] = amount.split('.');
  const exponent = exponentOf(currency);
  if (fraction.length > exponent) {
    const found = `'${amount}' has ${fraction.length} decimals, ${currency} has ${exponent}`;
    throw new ServiceError('amount_invalid', `Cannot read the amount: ${found}`, { param: 'amount' });
  }
  const units = Number(whole + fraction.padEnd(exponent, '0'));
  refuseOutside(AMOUNT_BOUNDS, { amount: units, currency });
  return units;
}

type Money = {
  /** Minor units. */
  readonly amount: number;
  readonly currency: Currency;
};

/** For a payment that begins: a merchant may allow fewer amounts than the service does. */
export function refuseOutOfBounds({ smallestAmount, largestAmount }: MerchantSettings, money: Money) {
  refuseOutside({ smallest: smallestAmount, largest: largestAmount }, money);
}

/** "10.00", "-0.05": always with all decimals of the currency. Raises RangeError for what is none. */
export function decimalText(units: number, currency: string): string {
  const exponent = exponentOf(currency);
  const digits = String(Math.abs(units)).padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  const sign = units < 0 ? '-' : '';
  return exponent === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-exponent)}`;
}

/** An acquirer's report may have currencies that nobody bills in here. */
function exponentOf(currency: string): number {
  const own = EXPONENTS.get(currency);
  if (own !== undefined) return own;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? MAX_DECIMALS;
}

/** 10, 10.5, 10.55: the number whose JSON text is the exact amount. */
export function decimalNumber(units: number, currency: Currency): number {
  return Number(decimalText(units, currency));
}

type Bounds = { readonly smallest: number; readonly largest: number };

function refuseOutside({ smallest, largest }: Bounds, { amount, currency }: Money) {
  if (amount >= smallest && amount <= largest) return;
  const isSmall = amount < smallest;
  const bound = isSmall
    ? `at least ${decimalText(smallest, currency)}`
    : `at most ${decimalText(largest, currency)}`;
  throw new ServiceError(
    isSmall ? 'amount_too_small' : 'amount_too_large',
    `Cannot bill the amount: found ${decimalText(amount, currency)}, expected ${bound}`,
    { param: 'amount' },
  );
}
