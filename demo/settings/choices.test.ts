import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { paidWith } from '../server/paid-with.ts';
import { testCards } from '../ui/test-cards.ts';
import { everyMethod, walletLanguages } from './choices.ts';

const inRepository = (path: string) => new URL(`../../${path}`, import.meta.url);
/** Of every card brand and provider there is one. */
const marks = Array.from(
  readFileSync(inRepository('public/brands/marks.svg'), 'utf8').matchAll(/<view id="(\w+)"/g),
  ([, name = '']) => name,
);
const nameOf = (issuer: string) => {
  const paid = { paidBy: { id: 1, source: 'card' }, method: { id: 1, source: 'card', issuer, last4: '' } };
  return paidWith(paid)?.name;
};

test('walletLanguages are all that the wallet speaks', () => {
  const files = readdirSync(inRepository('src/wallet/i18n/locales')).map((name) => name.replace('.json', ''));
  expect([...walletLanguages].sort()).toEqual(files.sort());
});

test('paidWith has a name for every brand and provider', () => {
  expect(marks.filter((mark) => nameOf(mark) === mark)).toEqual([]);
});

test('testCards approve a card of every brand', () => {
  const brands = marks.filter((mark) => !everyMethod.some((method) => method === mark));
  const approved = testCards.find(({ title }) => title === 'Approved')?.cards.map(([, name]) => name);
  expect(approved?.toSorted()).toEqual(brands.map(nameOf).sort());
});
