import rangesByType from 'credit-card-type/dist/lib/card-types.js';
import { describe, expect, test } from 'vitest';
import { brandCandidates, brandOf, defaultNetwork, networksOf } from './brand-detection.ts';
import { type CardBrand, cardBrandByName, cardBrandCodes, cardBrands } from './card-brands.ts';

const troyRows = rangesByType.troy?.patterns.map((row) => (Array.isArray(row) ? row : [row, row])) ?? [];
const rowsFrom65 = troyRows.filter(([from]) => String(from).startsWith('65'));

/** The brands' ranges, written again by hand: from, to, brand. */
const table: readonly [from: string, to: string, brand: CardBrand][] = [
  ['4', '4', 'VI'],
  ['51', '55', 'MC'],
  ['222100', '272099', 'MC'],
  ['34', '34', 'AX'],
  ['37', '37', 'AX'],
  ['300', '305', 'DC'],
  ['3095', '3095', 'DC'],
  ['36', '36', 'DC'],
  ['38', '39', 'DC'],
  ['6011', '6011', 'DS'],
  ['644', '649', 'DS'],
  ['3528', '3589', 'JB'],
  ['2131', '2131', 'JB'],
  ['1800', '1800', 'JB'],
  ['62', '62', 'CU'],
  ['81', '81', 'CU'],
  ['622126', '622925', 'CU'],
  ['5018', '5018', 'TO'],
  ['5020', '5020', 'TO'],
  ['5038', '5038', 'TO'],
  ['5893', '5893', 'TO'],
  ['56', '58', 'TO'],
  ['6304', '6304', 'TO'],
  ['639', '639', 'TO'],
  ['67', '67', 'TO'],
  ['50', '50', 'TO'],
  ['9792', '9792', 'TR'],
];

const whole = (prefix: string) => prefix.padEnd(16, '0');
const before = (prefix: string) => String(Number(prefix) - 1).padStart(prefix.length, '0');
const after = (prefix: string) => String(Number(prefix) + 1);

describe('brandOf', () => {
  test.each(table)('brandOf knows %s to %s as %s, first and last number included', (from, to, brand) => {
    expect(brandOf(whole(from))).toBe(brand);
    expect(brandOf(to.padEnd(16, '9'))).toBe(brand);
  });

  test.each([
    ['222099', null],
    ['272100', null],
    ['306', null],
    ['3094', null],
    ['3527', null],
    ['3590', null],
    ['643', null],
    ['650', 'DS'],
    ['6010', null],
    ['6012', null],
    ['6303', null],
    ['6305', null],
    ['638', null],
    ['2130', null],
    ['2132', null],
    ['1799', null],
    ['1801', null],
    ['9791', null],
    ['9793', null],
    ['80', null],
    ['82', null],
    ['59', null],
    ['0', null],
    ['7', null],
  ] as const)('brandOf reads %s just outside a row as %s', (prefix, brand) => {
    expect(brandOf(whole(prefix))).toBe(brand);
  });

  test('brandOf has Troy rows from 65 to test against', () => {
    expect(rowsFrom65.length).toBe(54);
  });

  test.each(rowsFrom65)(
    'brandOf gives %s to %s to Troy and its neighbours to Troy only by a row',
    (from, to) => {
      const isTroy = (prefix: string) =>
        rowsFrom65.some(([low, high]) => {
          const start = Number(whole(prefix).slice(0, String(low).length));
          return start >= Number(low) && start <= Number(high);
        });
      expect(brandOf(whole(String(from)))).toBe('TR');
      expect(brandOf(String(to).padEnd(16, '9'))).toBe('TR');
      for (const neighbour of [before(String(from)), after(String(to))]) {
        expect(brandOf(whole(neighbour))).toBe(isTroy(neighbour) ? 'TR' : 'DS');
      }
    },
  );

  test.each([
    ['', null],
    ['6', null],
    ['62', 'CU'],
    ['64', 'DS'],
    ['60', 'DS'],
    ['63', 'TO'],
    ['65', null],
    ['651', 'DS'],
    ['6500', null],
    ['650052', 'TR'],
    ['650053', 'DS'],
    ['650837', null],
    ['65083704', 'TR'],
    ['65083705', 'DS'],
    ['5', null],
    ['51', 'MC'],
    ['50', 'TO'],
    ['2', null],
    ['22', 'MC'],
    ['21', 'JB'],
    ['3', null],
    ['35', 'JB'],
    ['30', 'DC'],
    ['4', 'VI'],
    ['9', 'TR'],
  ] as const)('brandOf reads "%s" as %s: the first digit that leaves one candidate', (digits, brand) => {
    expect(brandOf(digits)).toBe(brand);
  });

  test.each([
    ['4242424242424242', 'VI'],
    ['2223003122003222', 'MC'],
    ['378282246310005', 'AX'],
    ['3056930009020004', 'DC'],
    ['6011000990139424', 'DS'],
    ['3566002020360505', 'JB'],
    ['6243030000000001', 'CU'],
    ['6304000000000000', 'TO'],
    ['9792030000000000', 'TR'],
    ['6501700194147183', 'TR'],
  ] as const)('brandOf knows the test card %s as %s', (digits, brand) => {
    expect(brandOf(digits)).toBe(brand);
  });
});

test('brandCandidates puts accepted brands first among those still possible', () => {
  expect(brandCandidates('5')).toEqual(['MC', 'TO']);
  expect(brandCandidates('5', ['TO'])).toEqual(['TO', 'MC']);
});

test('brandCandidates is empty for digits that start no card', () => {
  expect(brandCandidates('7')).toEqual([]);
});

test('cardBrandByName names every brand but Diners', () => {
  const named = new Set<string>(Object.values(cardBrandByName));
  expect(Object.keys(cardBrands).filter((brand) => !named.has(brand))).toEqual(['DC']);
});

test('cardBrands asks four digits of Amex alone, and lets Maestro do without', () => {
  const entries = Object.entries(cardBrands);
  expect(entries.filter(([, facts]) => facts.codeSize === 4).map(([brand]) => brand)).toEqual(['AX']);
  expect(entries.filter(([, facts]) => facts.codeOptional).map(([brand]) => brand)).toEqual(['TO']);
});

test('cardBrands has the lengths of the table', () => {
  const from = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, step) => first + step);
  const lengths = Object.fromEntries(
    Object.entries(cardBrands).map(([brand, facts]) => [brand, facts.lengths]),
  );
  expect(lengths).toEqual({
    VI: [13, 16, 18, 19],
    MC: [16],
    AX: [15],
    DC: [14, 16, 19],
    DS: [16, 19],
    JB: from(16, 19),
    CU: from(14, 19),
    TO: from(12, 19),
    TR: [16],
  });
});

describe('networksOf', () => {
  test.each<[string, readonly CardBrand[], readonly CardBrand[]]>([
    ['4270200000000001', cardBrandCodes, ['VI', 'CU']],
    ['427020', cardBrandCodes, ['VI', 'CU']],
    ['42702', cardBrandCodes, ['VI']],
    ['5309900000000008', cardBrandCodes, ['MC', 'CU']],
    ['6221260000000000', cardBrandCodes, ['CU', 'DS']],
    ['6501700000000006', cardBrandCodes, ['TR', 'DS']],
    ['4242424242424242', cardBrandCodes, ['VI']],
    ['4270200000000001', ['VI', 'MC'], ['VI']],
    ['4270200000000001', ['CU'], ['CU']],
    ['6221260000000000', ['DS'], ['DS']],
    ['6', cardBrandCodes, []],
  ])('networksOf says of %s where %o are accepted: %o', (digits, accepted, networks) => {
    expect(networksOf(digits, accepted)).toEqual(networks);
  });

  test('networksOf tells by the first six digits, which are what is stored in clear', () => {
    for (const number of ['4270200000000001', '5309900000000008', '6221260000000000', '6501700000000006'])
      expect(networksOf(number.slice(0, 6))).toEqual(networksOf(number));
  });

  test('defaultNetwork is the first preferred one that the card has, else the detected one', () => {
    expect(defaultNetwork(['VI', 'CU'], ['MC', 'CU'])).toBe('CU');
    expect(defaultNetwork(['VI', 'CU'], ['AX'])).toBe('VI');
    expect(defaultNetwork([], ['AX'])).toBeNull();
  });
});
