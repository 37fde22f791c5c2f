import { moneyText } from './money.ts';

type Most = { readonly most: string; readonly currency: string };

/** What is wrong with an amount that somebody typed, or null. */
export function amountProblem(text: string, { most, currency }: Most): string | null {
  const isAmount = /^\d{1,12}(\.\d+)?$/.test(text) && fractionOf(text) <= digitsOf(currency);
  if (!isAmount) return `Write an amount such as ${most}`;
  if (Number(text) === 0) return 'Write more than nothing';
  return Number(text) > Number(most) ? `At most ${moneyText(most, currency)}, which is what is left` : null;
}

const fractionOf = (text: string) => text.split('.')[1]?.length ?? 0;

function digitsOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
