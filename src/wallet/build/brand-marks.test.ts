import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { siApplepay, siGooglepay, siPaypal } from 'simple-icons';
import { describe, expect, it } from 'vitest';
import { cardBrands } from '../../contract/cards/card-brands.ts';
import { Provider } from '../../contract/forms/provider-names.ts';
import { outlines } from '../express/ExpressMarks.tsx';
import { minifyMark, minifyOutline } from './minify-mark.ts';

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
    expect(marks.get(name)?.drawn).toBe(minifyMark(readFileSync(join(original, `${name}.svg`), 'utf8')));
  });

  it.each(Object.entries(outlined))(
    'holds the outline of %s as simple-icons ships it, in few bytes',
    (name, { svg }) => {
      expect(marks.get(name)?.drawn).toContain(` d="${pathOf(minifyMark(svg))}"`);
    },
  );
});

describe('NOTICE', () => {
  const noticeOf = (path: string) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');

  it.each(wanted)('beside the marks says whose %s is', (name) => {
    expect(noticeOf('public/brands/NOTICE')).toMatch(new RegExp(`\\b${name}\\b`));
  });

  it.each(Object.keys(outlined))('of the whole says whose the outline of %s is', (name) => {
    expect(noticeOf('NOTICE')).toMatch(new RegExp(`\\b${name}\\b`));
  });
});

describe('ExpressMarks', () => {
  it.each(Provider.options)('has a ground and an ink for %s', (name) => {
    const styles = readFileSync(join(import.meta.dirname, '../express/express.css'), 'utf8');
    const [, rule = ''] = styles.match(new RegExp(`\\.express-${name}\\b[^{}]*\\{([^}]*)\\}`)) ?? [];
    expect(rule).toMatch(/--express-ground:.*--express-ink:/s);
  });

  it.each([
    ['applePay', siApplepay, { at: 'M6.86 8.53', from: 'c-.3.016-.668', to: '.769-.593z' }],
    ['googleG', siGooglepay, { at: 'M3.963 7.235', from: 'A3.963 3.963', to: '-1.033z' }],
    ['googlePay', siGooglepay, { at: 'M10.464 7.785', from: 'v6.9h.886', to: '.9-.26Z' }],
    ['payPal', siPaypal, { at: 'M15.607 4.653', from: 'H8.941L6.645', to: 'H8.714Z' }],
  ] as const)('draws %s as simple-icons ships it, in few bytes', (name, { path }, { at, from, to }) => {
    const start = path.indexOf(from);
    const end = path.indexOf(to, start);
    expect([start >= 0, end > start]).toEqual([true, true]);
    // Its first point, which the library may give from the end of another part.
    expect(outlines[name]).toBe(minifyOutline(at + path.slice(start, end + to.length)));
  });
});
