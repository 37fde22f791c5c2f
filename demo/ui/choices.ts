import type { Mode, Shopper } from './shop-api.ts';

export type Locale = 'en' | 'de' | 'ar' | 'ja' | 'en-XA';
export type Provider = 'applepay' | 'googlepay' | 'paypal' | 'amazonpay';
export type Theme = 'auto' | 'light' | 'dark';

export type Choice<Value extends string> = {
  name: string;
  legend: string;
  options: readonly (readonly [Value, string])[];
};

export const shoppers: Choice<Shopper> = {
  name: 'shopper',
  legend: 'Shopper',
  options: [
    ['user', 'Signed in'],
    ['guest', 'Guest'],
  ],
};
export const baskets: Choice<'set' | 'tasting'> = {
  name: 'basket',
  legend: 'Basket',
  options: [
    ['set', 'Coffee set'],
    ['tasting', 'Tasting, £10'],
  ],
};
export const modes: Choice<Mode> = {
  name: 'mode',
  legend: 'Billing',
  options: [
    ['SALE', 'SALE'],
    ['AUTH', 'AUTH, then CHARGE'],
    ['SALE_3DS', 'SALE_3DS'],
    ['AUTH_3DS', 'AUTH_3DS, then CHARGE'],
  ],
};

export const methods: Choice<'device' | 'all'> = {
  name: 'methods',
  legend: 'Apple Pay and Google Pay',
  options: [
    ['device', 'As this device can'],
    ['all', 'Always'],
  ],
};
export const everyMethod: Provider[] = ['applepay', 'googlepay', 'paypal', 'amazonpay'];

export const locales: Choice<Locale> = {
  name: 'locale',
  legend: 'Language',
  options: [
    ['en', 'English'],
    ['de', 'Deutsch'],
    ['ar', 'العربية'],
    ['ja', '日本語'],
    ['en-XA', 'Pseudo'],
  ],
};
export const themes: Choice<Theme> = {
  name: 'theme',
  legend: 'Theme of the wallet',
  options: [
    ['auto', 'Auto'],
    ['light', 'Light'],
    ['dark', 'Dark'],
  ],
};

/** What was chosen last in this browser, or the first option. */
export function chosen<Value extends string>({ name, options }: Choice<Value>): Value {
  const stored = localStorage.getItem(`sandbox-${name}`);
  const [first, ...others] = options;
  const found = others.find(([value]) => value === stored) ?? first;
  if (!found) throw new Error(`Reading the choice "${name}" failed: it has no options`);
  return found[0];
}
