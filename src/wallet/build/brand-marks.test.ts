import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cardBrands } from '../../contract/card-brands.ts';
import { Provider } from '../../contract/provider-names.ts';

const marks = join(import.meta.dirname, '../../../public/brands');
const original = join(dirname(fileURLToPath(import.meta.resolve('payment-icons/package.json'))), 'min/flat');
const cards = Object.values(cardBrands).map(({ issuerFull }) => `${issuerFull}.svg`);
/** Drawn here, as is Troy's: no copies of the providers' art. */
const own = ['tr', ...Provider.options].map((name) => `${name}.svg`);

describe('public/brands', () => {
  it('has a mark for every brand and provider and no other', () => {
    const there = readdirSync(marks).filter((name) => name.endsWith('.svg'));
    expect(there.toSorted()).toEqual([...new Set([...cards, ...own])].toSorted());
  });

  it.each(cards.filter((name) => !own.includes(name)))('holds %s as payment-icons ships it', (name) => {
    expect(readFileSync(join(marks, name), 'utf8')).toBe(readFileSync(join(original, name), 'utf8'));
  });
});
