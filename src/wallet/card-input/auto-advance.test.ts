import { expect, test } from 'vitest';
import { brandOf } from '../../contract/cards/brand-detection.ts';
import { cardBrandCodes } from '../../contract/cards/card-brands.ts';
import { type InputSource, inputSource, shouldAdvance } from './auto-advance.ts';
import { numberVerdict } from './card-verdicts.ts';

test.each<[string, InputSource, boolean, boolean]>([
  ['5555555555554444', 'typed', true, true],
  ['5555555555554444', 'typed', false, false],
  ['5555555555554445', 'typed', true, false],
  ['5555555555554444', 'other', true, false],
  ['378282246310005', 'typed', true, true],
  ['4242424242424242', 'typed', true, false],
  ['4242424242424242', 'pasted', true, true],
  ['4242424242424241', 'pasted', true, false],
  ['36227206271667', 'typed', true, false],
  ['555555555555444', 'typed', true, false],
])('advances from %s %s (caret at end: %s): %s', (digits, way, caretAtEnd, expected) => {
  const verdict = numberVerdict(digits, cardBrandCodes);
  expect(shouldAdvance({ digits, way, caretAtEnd, verdict, brand: brandOf(digits) })).toBe(expected);
});

test.each([
  [{ inputType: 'insertText', isTrusted: true }, 'typed'],
  [{ inputType: 'insertFromPaste', isTrusted: true }, 'pasted'],
  [{ inputType: 'deleteContentBackward', isTrusted: true }, 'other'],
  [{ isTrusted: true }, 'other'],
  [{ inputType: 'insertText', isTrusted: false }, 'other'],
])('inputSource of %o is %s', (event, way) => {
  expect(inputSource(event)).toBe(way);
});
