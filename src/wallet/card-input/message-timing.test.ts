import { expect, test } from 'vitest';
import { cardBrandCodes } from '../../contract/cards/card-brands.ts';
import { expiryVerdict, nameVerdict, numberVerdict } from './card-verdicts.ts';
import { type FieldEvent, type FieldPhase, nextPhase, reasonToShow } from './message-timing.ts';

const now = Date.parse('2026-11-21T00:00:00Z');
const number = (digits: string) => numberVerdict(digits, ['VI', 'MC', 'AX']);
const expiry = (text: string) => expiryVerdict(text, now);

/** When a message shows, one situation a row. Rule: wallet/messages. */
test.each([
  ['typing, incomplete', number('4242'), 'typing', null],
  ['brand not accepted', number('6011'), 'typing', 'unsupported'],
  ['complete, fails Luhn, fixed length', number('5555555555554445'), 'typing', 'invalid'],
  ['complete, fails Luhn, more lengths', number('4242424242424241'), 'typing', null],
  ['the same, left', number('4242424242424241'), 'left', 'invalid'],
  ['expired', expiry('10 / 26'), 'typing', 'past'],
  ['too far ahead', expiry('01 / 50'), 'typing', 'too_far'],
  ['12 / 20, maybe 12 / 2027', expiry('12 / 20'), 'typing', null],
  ['12 / 20, left', expiry('12 / 20'), 'left', 'past'],
  ['incomplete, left', expiry('12 / 2'), 'left', 'incomplete'],
  ['empty, left', number(''), 'left', null],
  ['empty, submitted', number(''), 'submitted', 'empty'],
  ['month 00', expiry('00 / '), 'typing', 'not_a_month'],
  ['month above 12', expiry('13 / 27'), 'typing', 'not_a_month'],
  ['number as name, left', nameVerdict('4242 4242'), 'left', 'looks_like_number'],
  ['incomplete, submitted', number('42'), 'submitted', 'incomplete'],
  ['complete, submitted', number('4242424242424242'), 'submitted', null],
] as const)('reasonToShow of %s', (_situation, verdict, phase, shown) => {
  expect(reasonToShow<string>(verdict, phase)).toBe(shown);
});

test('reasonToShow clears a red field on the first keystroke that could be right, and not before', () => {
  const red = numberVerdict('55555555555544451', cardBrandCodes);
  const stillRed = numberVerdict('5555555555554445', cardBrandCodes);
  const couldBe = numberVerdict('555555555555444', cardBrandCodes);
  expect([red, stillRed, couldBe].map((verdict) => reasonToShow(verdict, 'typing'))).toEqual([
    'invalid',
    'invalid',
    null,
  ]);
});

test.each<[FieldPhase, FieldEvent, FieldPhase]>([
  ['typing', 'typed', 'typing'],
  ['typing', 'left', 'left'],
  ['typing', 'submitted', 'submitted'],
  ['left', 'typed', 'typing'],
  ['left', 'submitted', 'submitted'],
  ['submitted', 'left', 'submitted'],
  ['submitted', 'typed', 'typing'],
])('nextPhase of %s, %s, is %s', (phase, event, next) => {
  expect(nextPhase(phase, event)).toBe(next);
});
