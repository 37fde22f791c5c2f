import type { Locale, Provider } from 'embeddable-wallet';
import { languageNames } from '../texts/page-texts.ts';

export type Theme = 'auto' | 'light' | 'dark';
export type Shopper = 'user' | 'guest';
export type Mode = 'SALE' | 'AUTH' | 'SALE_3DS' | 'AUTH_3DS';

/** An option of the developer's drawer. */
export type DrawerChoice<Value extends string> = {
  name: string;
  legend: string;
  options: readonly (readonly [Value, string])[];
  /** Explains what the options do not. */
  note?: string;
};

export const shoppers: DrawerChoice<Shopper> = {
  name: 'shopper',
  legend: 'Shopper',
  options: [
    ['user', 'Signed in'],
    ['guest', 'Guest'],
  ],
};
export const baskets: DrawerChoice<'set' | 'tasting'> = {
  name: 'basket',
  legend: 'Basket',
  options: [
    ['set', 'Coffee set'],
    ['tasting', 'Tasting, £10'],
  ],
};
export const modes: DrawerChoice<Mode> = {
  name: 'mode',
  legend: 'Billing',
  options: [
    ['SALE', 'SALE'],
    ['AUTH', 'AUTH, then CHARGE'],
    ['SALE_3DS', 'SALE_3DS'],
    ['AUTH_3DS', 'AUTH_3DS, then CHARGE'],
  ],
  note: 'SALE charges at once. AUTH sets the sum aside; the order’s merchant desk then charges it. With _3DS the bank may ask the shopper.',
};

export const methods: DrawerChoice<'device' | 'all'> = {
  name: 'methods',
  legend: 'Apple Pay and Google Pay',
  options: [
    ['device', 'As this device can'],
    ['all', 'Always'],
  ],
  note: 'Always: where this device cannot, they stand as rows. Express buttons follow the device alone.',
};
export const places: DrawerChoice<'express' | 'rows' | 'tabs' | 'paypal'> = {
  name: 'places',
  legend: 'Ways to pay',
  options: [
    ['express', 'Express buttons'],
    ['rows', 'Rows'],
    ['tabs', 'Tabs'],
    ['paypal', 'Wallet alone on PayPal'],
  ],
};
const providers: Record<Provider, true> = { applepay: true, googlepay: true, paypal: true, amazonpay: true };
const isProvider = (name: string): name is Provider => name in providers;
export const everyMethod = Object.keys(providers).filter(isProvider);

export const walletLanguages: readonly Locale[] = [
  'en',
  'en-GB',
  'ar',
  'bg',
  'bn',
  'ca',
  'cs',
  'da',
  'de',
  'el',
  'es',
  'es-419',
  'et',
  'fa',
  'fi',
  'fil',
  'fr',
  'fr-CA',
  'he',
  'hi',
  'hr',
  'hu',
  'id',
  'is',
  'it',
  'ja',
  'ko',
  'lt',
  'lv',
  'ms',
  'nb',
  'nl',
  'pl',
  'pt-BR',
  'pt-PT',
  'ro',
  'ru',
  'sk',
  'sl',
  'sr-Latn',
  'sv',
  'ta',
  'th',
  'tr',
  'uk',
  'ur',
  'vi',
  'zh-Hans',
  'zh-Hant',
  'zh-HK',
];

/** Each by its own name. */
export const locales: DrawerChoice<Locale | 'shop'> = {
  name: 'locale',
  legend: 'Language of the wallet',
  options: [
    ['shop', 'As the shop'],
    ...walletLanguages.map(
      (tag) => [tag, new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag] as const,
    ),
    ['en-XA' as const, 'Pseudo'],
  ],
  note: `The shop around it speaks ${Object.values(languageNames).join(', ')}: choose there.`,
};
export const themes: DrawerChoice<Theme> = {
  name: 'theme',
  legend: 'Theme of shop and wallet',
  options: [
    ['auto', 'Auto'],
    ['light', 'Light'],
    ['dark', 'Dark'],
  ],
};

const YEAR_S = 31_536_000;

/** The cookie that keeps a choice in this browser, so that the backend knows it, too. */
export const choiceCookie = (name: string, value: string) =>
  `sandbox-${name}=${value}; path=/; max-age=${YEAR_S}; SameSite=Lax`;

/** What `cookies` say was chosen last, or the first option. */
export function chosenIn<Value extends string>(
  cookies: string,
  { name, options }: DrawerChoice<Value>,
): Value {
  const stored = cookies.split('; ').find((cookie) => cookie.startsWith(`sandbox-${name}=`));
  const [first, ...others] = options;
  const found = others.find(([value]) => stored?.endsWith(`=${value}`)) ?? first;
  if (!found) throw new Error(`Reading the choice "${name}" failed: it has no options`);
  return found[0];
}
