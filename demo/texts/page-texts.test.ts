import { expect, test } from 'vitest';
import { ar as backendAr } from '../server/texts/ar.ts';
import { de as backendDe } from '../server/texts/de.ts';
import { en as backendEn } from '../server/texts/en.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { textIn } from './page-texts.ts';

const valuesIn = (text = '') => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

test.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>]>([
  ['the pages in German', de, en],
  ['the pages in Arabic', ar, en],
  ['the backend in German', backendDe, backendEn],
  ['the backend in Arabic', backendAr, backendEn],
])(
  'texts of %s take the values that the English ones take, and say something of their own',
  (_name, texts, english) => {
    for (const [key, text] of Object.entries(english)) {
      expect(valuesIn(texts[key]), key).toEqual(valuesIn(text));
      expect(texts[key], key).toMatch(/\p{Letter}/u);
    }
    const same = Object.entries(english).filter(([key, text]) => texts[key] === text);
    expect(same.map(([key]) => key)).toEqual([]);
  },
);

test('textIn fills in values, each in its own order among letters from right to left', () => {
  const values = { sum: '€48.50', method: 'Visa •••• 4242' };
  expect(textIn('en', 'pay.with', values)).toBe('Pay €48.50 with Visa •••• 4242');
  expect(textIn('ar', 'pay.with', values)).toBe(
    `ادفع \u2068${values.sum}\u2069 باستخدام \u2068${values.method}\u2069`,
  );
});
