import { loadTexts } from 'virtual:every-texts';
import { describe, expect, it } from 'vitest';
import { type CardBrand, cardBrands } from '../../contract/cards/card-brands.ts';
import { translator } from '../i18n/translate.ts';
import { brandList } from './card-texts.ts';

const lists: readonly (readonly CardBrand[])[] = [
  ['VI'],
  ['VI', 'MC'],
  ['VI', 'MC', 'JB'],
  ['AX', 'VI', 'MC', 'JB'],
];

describe('brandList', () => {
  it.each(Object.entries(loadTexts))('joins as Intl does in %s', async (tag, load) => {
    const t = translator(await load());
    const format = new Intl.ListFormat(tag, { type: 'disjunction' });
    const expected = lists.map((brands) => format.format(brands.map((brand) => cardBrands[brand].name)));
    expect(lists.map((brands) => brandList(brands, t))).toEqual(expected);
  });
});
