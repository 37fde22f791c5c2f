import { expect, test } from 'vitest';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { isTextKey, textIn } from './texts.ts';

const valuesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

test.each([
  ['German', de],
  ['Arabic', ar],
])(
  'texts in %s take the values that the English ones take, and say something of their own',
  (_name, texts) => {
    for (const [key, english] of Object.entries(en)) {
      if (!isTextKey(key)) throw new Error(`"${key}" is no key`);
      expect(valuesIn(texts[key]), key).toEqual(valuesIn(english));
      expect(texts[key], key).toMatch(/\p{Letter}/u);
    }
    const same = Object.entries(en).filter(([key, english]) => isTextKey(key) && texts[key] === english);
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
