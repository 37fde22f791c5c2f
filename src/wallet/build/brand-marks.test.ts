import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cardBrands } from '../../contract/card-brands.ts';

const marks = join(import.meta.dirname, '../../../public/brands');
const original = join(dirname(fileURLToPath(import.meta.resolve('payment-icons/package.json'))), 'min/flat');
const named = Object.values(cardBrands).map(({ issuerFull }) => `${issuerFull}.svg`);

describe('public/brands', () => {
  it('has a mark for every brand and no other', () => {
    const there = readdirSync(marks).filter((name) => name.endsWith('.svg'));
    expect(there.toSorted()).toEqual(named.toSorted());
  });

  it.each(named.filter((name) => name !== 'tr.svg'))('holds %s as payment-icons ships it', (name) => {
    expect(readFileSync(join(marks, name), 'utf8')).toBe(readFileSync(join(original, name), 'utf8'));
  });
});
