import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { siApplepay, siGooglepay, siPaypal } from 'simple-icons';
import { describe, expect, it } from 'vitest';
import { cardBrands } from '../../contract/cards/card-brands.ts';
import { Provider } from '../../contract/forms/provider-names.ts';
import { outlines } from '../behind-form/ExpressMarks.tsx';

const marks = join(import.meta.dirname, '../../../public/brands');
const original = join(dirname(fileURLToPath(import.meta.resolve('payment-icons/package.json'))), 'min/flat');
const wanted = [...Object.values(cardBrands).map(({ issuerFull }) => issuerFull), ...Provider.options];
/** No library has them. */
const own = ['tr', 'amazonpay'];
/** A library's outline on a card that either theme shows. */
const outlined = { applepay: siApplepay, googlepay: siGooglepay, paypal: siPaypal };
const unchanged = wanted.filter((name) => !own.includes(name) && !(name in outlined));

const mark = (name: string) => readFileSync(join(marks, `${name}.svg`), 'utf8');

describe('public/brands', () => {
  it('has a mark for every brand and provider and no other', () => {
    const there = readdirSync(marks).filter((name) => name.endsWith('.svg'));
    expect(there.toSorted()).toEqual([...new Set(wanted)].map((name) => `${name}.svg`).toSorted());
  });

  it.each(unchanged)('holds %s as payment-icons ships it', (name) => {
    expect(mark(name)).toBe(readFileSync(join(original, `${name}.svg`), 'utf8'));
  });

  it.each(Object.entries(outlined))('holds the outline of %s as simple-icons ships it', (name, { path }) => {
    expect(mark(name)).toContain(` d="${path}"`);
  });
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
