import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { BillingMethod, FollowUpMethod } from '../../../contract/billing/billing.ts';
import { CallbackTransaction } from '../../../contract/billing/callback.ts';
import { providers } from '../../../contract/billing/providers.ts';
import { TransactionRecord } from '../../../contract/billing/transaction.ts';
import { brandOf } from '../../../contract/cards/brand-detection.ts';
import { cardBrands } from '../../../contract/cards/card-brands.ts';
import { groupDigits } from '../../../contract/cards/card-number.ts';
import { OPERATIONS } from '../../api/openapi/operations/all-operations.ts';
import { sandboxDependencies } from '../../main/sandbox-dependencies.ts';

const root = join(import.meta.dirname, '../../../..');
const textOf = (document: string) => readFileSync(join(root, document), 'utf8');
const { declinedCards, returnCodes } = sandboxDependencies.processor.catalogue;

/** What a document lists, all of it. What is generated has its gates, and `/docs` shows the tables themselves. */
const LISTS: Record<string, { readonly names: readonly string[]; readonly documents: readonly string[] }> = {
  'card brand': { names: Object.values(cardBrands).map(({ name }) => name), documents: ['docs/testing.md'] },
  provider: {
    names: Object.values(providers).map(({ name }) => name),
    documents: ['docs/testing.md', 'docs/integrate.md', 'src/contract/README.md'],
  },
  'billing method': { names: BillingMethod.options, documents: ['docs/testing.md'] },
  'follow-up': {
    names: FollowUpMethod.options,
    documents: ['docs/integrate.md', 'docs/rules.md', 'src/contract/README.md'],
  },
  'refused card': {
    names: Object.keys(declinedCards).map((number) => groupDigits(number, brandOf(number))),
    documents: ['docs/testing.md', 'demo/ui/test-cards.ts'],
  },
  'decline of a card': {
    names: Object.values(declinedCards).map((code) => returnCodes[code]?.declineCode ?? code),
    documents: ['docs/testing.md'],
  },
};
const listedNames = Object.entries(LISTS).flatMap(([kind, { names, documents }]) =>
  documents.map((document) => [document, kind, names] as const),
);

/** Whether a text has a name as a word of its own. */
const says = (text: string, name: string) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text);

test.each(listedNames)('%s says every %s', (document, _kind, names) => {
  const text = textOf(document);
  expect(names.filter((name) => !says(text, name))).toEqual([]);
});

test('no other text lists all follow-ups by name, because nothing would say that a new one is missing', () => {
  const name = `(?:a )?(?:${FollowUpMethod.options.join('|')})`;
  const list = new RegExp(`(?:${name}, ){${FollowUpMethod.options.length - 2},}${name} (?:and|or) ${name}`);
  const guarded = listedNames.map(([document]) => document);
  const files = ['docs', 'src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  );
  const others = files.filter(
    (file) => /\.(?:md|tsx?)$/.test(file) && !/\.test\.tsx?$/.test(file) && !guarded.includes(file),
  );
  expect(others.filter((file) => list.test(textOf(file).replace(/\s+(?:\* )?/g, ' ')))).toEqual([]);
});

test('docs/integrate.md says how many languages the wallet speaks', () => {
  const { length } = readdirSync(join(root, 'src/wallet/i18n/locales'));
  expect(textOf('docs/integrate.md')).toContain(`English and ${length - 1} other languages`);
});

test('docs/callbacks.md says which fields are text in a callback and numbers in a lookup', () => {
  const typeIn = (schema: typeof TransactionRecord | typeof CallbackTransaction, name: string) =>
    Object(z.toJSONSchema(schema).properties)[name]?.type;
  const isOther = (name: string) =>
    typeIn(CallbackTransaction, name) === 'string' && typeIn(TransactionRecord, name) !== 'string';
  const fields = Object.keys(CallbackTransaction.shape).filter(isOther);
  const [line = ''] = textOf('docs/callbacks.md').match(/^.* are text here and numbers there/m) ?? [];
  expect(Array.from(line.matchAll(/`(\w+)`/g), ([, name]) => name).sort()).toEqual(fields.sort());
});

test('the operation of billing says every follow-up', () => {
  const text = OPERATIONS.find(({ id }) => id === 'bill')?.text ?? '';
  expect(FollowUpMethod.options.filter((name) => !says(text, name))).toEqual([]);
});
