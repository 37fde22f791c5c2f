import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { TransStatus } from '../../../contract/billing/trans-status.ts';
import { authenticate, challengeResult } from './authenticate.ts';

/** What 10.00 GBP brings (`challenge`, or the result without one), and any other money. Rule: threeds/when. */
type Row = [numbers: string[], challenged: 'challenge' | TransStatus, otherwise: TransStatus];
const TABLE: Row[] = [
  [['4242424242424242', '4000000000000002', '4000002760003184'], 'challenge', 'Y'],
  [['4000000000002503', '5200000000002151'], 'challenge', 'Y'],
  [['4000000000003220', '4000000000003063'], 'challenge', 'Y'],
  [['4000000000002370', '5200000000002490'], 'challenge', 'N'],
  [['4000000000002420', '5200000000002664'], 'challenge', 'U'],
  [['4000000000002644', '5200000000002656'], 'challenge', 'U'],
  [['4000000000002701', '5200000000002235'], 'Y', 'Y'],
  [['4000000000002925', '5200000000002276'], 'N', 'N'],
  [['4000000000002719', '5200000000002482'], 'A', 'A'],
  [['4000000000002313'], 'U', 'U'],
  [['4000000000002537'], 'R', 'R'],
  [['4000000000002446'], 'U', 'U'],
  [['4000000000002354'], 'U', 'U'],
  [['4000008400001629', '4000008260003178'], 'challenge', 'Y'],
  [['4000008400001280'], 'U', 'U'],
  [['4000008400009119'], 'challenge', 'Y'],
];
const ROWS = TABLE.flatMap(([numbers, ...row]) => numbers.map((number) => [number, ...row] as const));

const at = (number: string, amount: number, currency: 'GBP' | 'EUR', value?: string) =>
  authenticate({
    number,
    amount,
    currency,
    metadata: value === undefined ? [] : [{ key: 'sandbox_3ds', value }],
  });
const shown = (answer: ReturnType<typeof at>) => (answer.kind === 'challenge' ? 'challenge' : answer.status);

test.each(ROWS)(
  'authenticate answers for %s at 10 GBP with %s, otherwise with %s',
  (number, challenged, otherwise) => {
    expect(shown(at(number, 1_000, 'GBP'))).toBe(challenged);
    expect(shown(at(number, 1_001, 'GBP'))).toBe(otherwise);
    expect(shown(at(number, 1_000, 'EUR'))).toBe(otherwise);
  },
);

test('authenticate is slow where the card says so', () => {
  expect(at('4000000000002354', 1_000, 'GBP')).toMatchObject({ slowMs: 10_000 });
  expect(at('4000000000002446', 1_000, 'GBP')).toMatchObject({ slowMs: 0 });
  expect(at('4000008400009119', 1_001, 'GBP')).toMatchObject({ slowMs: 0 });
});

test('authenticate lets the metadata answer in the cardholder’s place, after 300 ms or when the card says', () => {
  const answer = (number: string, value: string) => at(number, 1_000, 'GBP', value);
  expect(answer('4242424242424242', 'auto:A')).toMatchObject({ answer: { result: 'A', afterMs: 300 } });
  expect(answer('4242424242424242', 'auto:cancel')).toMatchObject({ answer: { result: 'cancel' } });
  expect(answer('4000008400009119', 'auto:Y')).toMatchObject({ answer: { afterMs: 1_200_000 } });
  expect(at('4242424242424242', 1_000, 'GBP')).toEqual({ kind: 'challenge' });
});

test('challengeResult lets the card have the last word', () => {
  expect(challengeResult('4242424242424242', 'A')).toBe('A');
  expect(challengeResult('4000000000002370', 'Y')).toBe('N');
  expect(challengeResult('4000000000002644', 'Y')).toBe('U');
});

test('the table of docs/testing.md says what its cards do at 10.00 GBP', () => {
  const lines = readFileSync('docs/testing.md', 'utf8').matchAll(
    /^\| ([\d ]{19}) \| ((?:no challenge|challenge),.*?) *\|$/gm,
  );
  const told = Array.from(lines, ([, number = '', words = '']) => ({
    number: number.replaceAll(' ', ''),
    words,
  }));
  expect(told).toHaveLength(8);
  for (const { number, words } of told) {
    const asked = at(number, 1_000, 'GBP');
    expect([number, words.startsWith('challenge')]).toEqual([number, asked.kind === 'challenge']);
    const result = asked.kind === 'challenge' ? challengeResult(number, 'Y') : asked.status;
    const end = { Y: 'passes', A: 'passes', N: '_failed', U: '_unavailable', R: '_rejected' }[result];
    expect(words).toContain(end);
  }
});
