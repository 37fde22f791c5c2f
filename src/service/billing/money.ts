import type { Currency } from '../../contract/billing.ts';
import { ServiceError } from '../service-error.ts';

/** Digits after the point; ISO 4217. */
const EXPONENTS: Record<Currency, number> = { USD: 2, EUR: 2, GBP: 2 };

/** service.md B9: 999,999.99 in a two-decimal currency. */
const MOST_MINOR_UNITS = 99_999_999;

/** Decimal text to minor units, digit by digit: no float ever holds money. */
export function minorUnits(amount: string, currency: Currency): number {
  const [whole = '', fraction = ''] = amount.split('.');
  const exponent = EXPONENTS[currency];
  if (fraction.length > exponent) {
    const found = `'${amount}' has ${fraction.length} decimals, ${currency} has ${exponent}`;
    throw new ServiceError('amount_invalid', `Cannot read the amount: ${found}`, { param: 'amount' });
  }
  const units = Number(whole + fraction.padEnd(exponent, '0'));
  if (units === 0) throw outOfBounds('amount_too_small', amount, `at least ${decimalText(1, currency)}`);
  if (units > MOST_MINOR_UNITS) {
    throw outOfBounds('amount_too_large', amount, `at most ${decimalText(MOST_MINOR_UNITS, currency)}`);
  }
  return units;
}

/** "10.00": always the currency's decimals. */
export function decimalText(units: number, currency: Currency): string {
  const exponent = EXPONENTS[currency];
  if (exponent === 0) return String(units);
  const digits = String(units).padStart(exponent + 1, '0');
  return `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/** 10, 10.5, 10.55: the number whose JSON text is the exact amount. */
export function decimalNumber(units: number, currency: Currency): number {
  return Number(decimalText(units, currency));
}

function outOfBounds(code: 'amount_too_small' | 'amount_too_large', amount: string, bound: string) {
  return new ServiceError(code, `Cannot bill the amount: found '${amount}', expected ${bound}`, {
    param: 'amount',
  });
}
