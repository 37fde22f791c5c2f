import { loadTexts } from 'virtual:page-texts';
import type { Currency } from '../../../contract/billing/billing.ts';
import { closestLocale } from '../../../contract/frame/closest-locale.ts';
import { directionOf } from '../../../contract/frame/text-direction.ts';
import { decimalNumber } from '../../payments/model/money.ts';
import type en from './locales/en.json';
import type { walletTextKeys } from './wallet-text-keys.ts';

/** Keys by place: `bank.code.label`. */
export type TextKey = keyof typeof en | (typeof walletTextKeys)[number];
type TextValues = Readonly<Record<string, string | number>>;

/** What a page is written in. */
export type Language = {
  /** Tag of the texts: a canonical BCP 47 tag. */
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  t(key: TextKey, values?: TextValues): string;
  /** An amount in minor units, as the language writes it. */
  money(amount: number, currency: Currency): string;
};

const available = Object.keys(loadTexts);

/** The available locale closest to the first tag that has one; English if none has. */
export function closestOf(requestedTags: readonly string[]): string {
  return requestedTags.map((tag) => closestLocale(tag, available)).find((tag) => tag !== undefined) ?? 'en';
}

/** The language of `closestOf`. */
export async function loadLanguage(requestedTags: readonly string[]): Promise<Language> {
  const tag = closestOf(requestedTags);
  const texts = await loadTexts[tag]?.();
  if (!texts) throw new Error(`Cannot write the page: the build has no locale '${tag}'`);
  const direction = directionOf(tag);
  return {
    tag,
    direction,
    t(key, values = {}) {
      const text = texts[key];
      return typeof text === 'string' ? text : text(isolateValues(values, direction));
    },
    money(amount, currency) {
      const format = new Intl.NumberFormat(tag, { style: 'currency', currency });
      const parts = format.formatToParts(decimalNumber(amount, currency));
      return parts
        .map(({ type, value }) => (type === 'currency' ? withDirection(value, direction) : value))
        .join('');
    },
  };
}

/** Keeps a sign such as `UK£` together in a text from right to left. */
const withDirection = (sign: string, direction: Language['direction']) =>
  direction === 'rtl' ? `\u2066${sign}\u2069` : sign;

/** Isolates names and amounts, so that they keep their own direction if text or value runs from right to left. */
function isolateValues(values: TextValues, direction: Language['direction']): TextValues {
  const isApart = (value: string) =>
    direction === 'rtl' || /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(value);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && isApart(value) ? `\u2068${value}\u2069` : value,
    ]),
  );
}
