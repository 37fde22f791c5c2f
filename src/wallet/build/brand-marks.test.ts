import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { siApplepay, siGooglepay, siPaypal } from 'simple-icons';
import { describe, expect, it } from 'vitest';
import { cardBrands } from '../../contract/cards/card-brands.ts';
import { Provider } from '../../contract/forms/provider-names.ts';
import { outlines } from '../express/ExpressMarks.tsx';
import { leanMark } from './lean-mark.ts';

const sheet = readFileSync(join(import.meta.dirname, '../../../public/brands/marks.svg'), 'utf8');
/** Each has a view of 30 by 20, one below the other, and what is drawn there. */
const marks = new Map(
  Array.from(
    sheet.matchAll(
      /^<view id="(\w+)" viewBox="0 (\d+) 30 20"\/><svg y="\2" width="30" height="20" (.+)<\/svg>$/gm,
    ),
    ([, name = '', y, drawn = '']) => [name, { y: Number(y), drawn }] as const,
  ),
);
const original = join(dirname(fileURLToPath(import.meta.resolve('payment-icons/package.json'))), 'min/flat');
const wanted = [...Object.values(cardBrands).map(({ issuerFull }) => issuerFull), ...Provider.options];
/** No library has them. */
const own = ['tr', 'amazonpay'];
/** A library's outline on a card that either theme shows. */
const outlined = { applepay: siApplepay, googlepay: siGooglepay, paypal: siPaypal };
const unchanged = wanted.filter((name) => !own.includes(name) && !(name in outlined));

const pathOf = (drawn: string) => / d="([^"]*)"/.exec(drawn)?.[1];

describe('the sheet of marks', () => {
  it('fits 5.5 kB of brotli', () => {
    expect(brotliCompressSync(sheet).length).toBeLessThanOrEqual(5_500);
  });

  it('has a mark for every brand and provider and no other', () => {
    expect([...marks.keys()].toSorted()).toEqual([...new Set(wanted)].toSorted());
    expect(Array.from(marks.values(), ({ y }) => y)).toEqual([...marks.keys()].map((_, index) => index * 20));
    expect(sheet.split('<view ')).toHaveLength(marks.size + 1);
  });

  it.each(unchanged)('holds %s as payment-icons ships it, in few bytes', (name) => {
    expect(marks.get(name)?.drawn).toBe(leanMark(readFileSync(join(original, `${name}.svg`), 'utf8')));
  });

  it.each(Object.entries(outlined))(
    'holds the outline of %s as simple-icons ships it, in few bytes',
    (name, { svg }) => {
      expect(marks.get(name)?.drawn).toContain(` d="${pathOf(leanMark(svg))}"`);
    },
  );
});

describe('ExpressMarks', () => {
  /** Without the first point, which the library's may give from the end of another part. */
  const withoutStart = (outline: string) => outline.slice(outline.search(/[a-z]/));

  it.each([
    [outlines.applePay, siApplepay],
    [outlines.googleG, siGooglepay],
    [outlines.googlePay, siGooglepay],
    [outlines.payPal, siPaypal],
  ])('draws %.12s… as simple-icons ships it', (outline, { path }) => {
    expect(outline.length).toBeGreaterThan(300);
    expect(path).toContain(withoutStart(outline));
  });
});
