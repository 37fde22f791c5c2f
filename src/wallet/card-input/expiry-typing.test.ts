import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expiryVerdict } from './card-verdicts.ts';
import { parseExpiry } from './expiry.ts';
import { editExpiry, expiryMask, reachOverSlash } from './expiry-typing.ts';

const now = Date.parse('2026-11-21T00:00:00Z');
const unreadable = [
  '13/29',
  '13 / 2029',
  '1329',
  '12/31/2029',
  '31.12.29',
  '0/28',
  '13/45',
  '00/27',
  '12/275',
  '12 / 275',
  '1 2 2029',
  '12/27 123',
  '4242 4242 4242 4242',
  '١٣/٢٩',
  '12/31/',
  '013',
];

const at = (marked: string) => {
  const caret = marked.indexOf('|');
  return { value: marked.replace('|', ''), selection: [caret, caret] as const };
};
const settled = (value: string) => expiryMask.settle({ value, selection: [0, 0] }).value;
type State = { value: string; selection: readonly [number, number] };
const marked = ({ value, selection: [, to] }: State) => `${value.slice(0, to)}|${value.slice(to)}`;

const insert = (state: State, text: string): State => {
  const [from, to] = reachOverSlash(state).selection;
  const caret = from + text.length;
  const value = state.value.slice(0, from) + text + state.value.slice(to);
  return editExpiry({ value, selection: [caret, caret] }, state);
};
const keys = (text: string, start: State = at('|')) =>
  [...text].reduce((state, key) => insert(state, key), start);
const remove = (state: State, ends: readonly [number, number]): State => {
  const whole = reachOverSlash({ value: state.value, selection: ends });
  const [from, to] = whole.selection;
  const value = state.value.slice(0, from) + state.value.slice(to);
  return editExpiry({ value, selection: [from, from] }, whole);
};
const backspace = (state: State) => {
  const [caret] = state.selection;
  return remove(state, [Math.max(0, caret - 1), caret]);
};

describe('editExpiry', () => {
  test.each([
    ['2', '02 / |'],
    ['9', '09 / |'],
    ['1', '1|'],
    ['0', '0|'],
    ['1/', '01 / |'],
    ['1 ', '01 / |'],
    ['1-', '01 / |'],
    ['13', '01 / 3|'],
    ['19', '01 / 9|'],
    ['12', '12 / |'],
    ['10', '10 / |'],
    ['01', '01 / |'],
    ['00', '00 / |'],
    ['0/', '0|'],
    ['/', '|'],
    ['1227', '12 / 27|'],
    ['12/27', '12 / 27|'],
    ['12 / 27', '12 / 27|'],
    ['1 / 27', '01 / 27|'],
    ['1/27', '01 / 27|'],
    ['127', '12 / 7|'],
    ['327', '03 / 27|'],
    ['12 / 275', '12 / 27|'],
    ['12/20', '12 / 20|'],
    ['12/202', '12 / 202|'],
    ['12/2027', '12 / 27|'],
    ['122027', '12 / 27|'],
    ['1/2027', '01 / 27|'],
    ['2027-12', '12 / 27|'],
    ['2027/12', '12 / 27|'],
    ['202712', '12 / 27|'],
    ['2027-1', '2027-1|'],
    ['2027-3', '03 / 27|'],
    ['2027-03', '03 / 27|'],
    ['2027-13', '2027-13|'],
    ['27/12', '12 / 27|'],
    ['2712', '12 / 27|'],
    ['3001', '01 / 30|'],
    ['3311', '03 / 31|'],
    ['27-3', '03 / 27|'],
  ])('editExpiry shows the keys "%s" as %s', (text, shown) => {
    expect(marked(keys(text))).toBe(shown);
  });

  test.each([
    ['12 / |', '12|'],
    ['12 / 2|', '12 / |'],
    ['12|', '1|'],
    ['02 / |', '02|'],
    ['12 / |27', '12| / 27'],
    ['12| / 27', '1| / 27'],
    ['1|2 / 27', '|2 / 27'],
    ['2027-|', '2027|'],
    ['|', '|'],
  ])('editExpiry lets Backspace turn %s into %s', (from, to) => {
    expect(marked(backspace(at(from)))).toBe(to);
  });

  test.each([
    ['12|', '2', '12 / 2|'],
    ['12|', '/', '12 / |'],
    ['1| / 27', '1', '11| / 27'],
    ['| / 27', '3', '03| / 27'],
    ['|2 / 27', '1', '1|2 / 27'],
    ['1|2 / 27', '0', '1|2 / 27'],
    ['12 / |7', '2', '12 / 2|7'],
    ['12 / 2|7', '0', '12 / 20|7'],
    ['12 / 20|7', '2', '12 / 27|'],
    ['12 / |27', '4', '12 / |27'],
    ['2027|', '1', '2027-1|'],
  ])('editExpiry keeps its place: %s and key "%s" give %s', (from, key, to) => {
    expect(marked(insert(at(from), key))).toBe(to);
  });

  test.each([
    ['|', '12/27', '12 / 27|'],
    ['|', '2027-12', '12 / 27|'],
    ['|', '1/27', '01 / 27|'],
    ['|', '127', '01 / 27|'],
    ['12 / |', '2027', '12 / 27|'],
    ['12 / 2|', '12/28', '12 / 28|'],
    ['12 / 27|', '01/28', '01 / 28|'],
    ['|', '12/2', '12 / 2|'],
    ['|', '12/', '12 / |'],
    ['|', '1 / 203', '01 / 203|'],
    ['12 / |', '31/2029', '12 / 31/2029|'],
  ])('editExpiry takes into %s the paste "%s": %s', (from, text, to) => {
    expect(marked(insert(at(from), text))).toBe(to);
  });

  test.each(unreadable)('editExpiry leaves the paste "%s" as it came', (text) => {
    expect(marked(insert(at('|'), text))).toBe(`${text}|`);
    expect(marked(insert({ value: '12 / 27', selection: [0, 7] }, text))).toBe(`${text}|`);
  });

  test.each([
    ['13/29', '13 / 29|'],
    ['13-2029', '13 / 29|'],
    ['12/31/2029', '12 / 31/2029|'],
    ['31.12.29', '12 / 31.29|'],
    ['1/3/2029', '13 / 29|'],
  ])('editExpiry turns the keys "%s", which are no date, into none', (text, shown) => {
    const typed = keys(text);
    expect(marked(typed)).toBe(shown);
    expect(expiryVerdict(typed.value, now)).toMatchObject({ kind: 'wrong' });
  });

  test('editExpiry lets what came and is no date be mended where it is wrong', () => {
    const pasted = insert(at('|'), '13/29');
    const without = remove({ ...pasted, selection: [2, 2] }, [1, 2]);
    expect(marked(without)).toBe('1| / 29');
    expect(marked(insert(without, '2'))).toBe('12| / 29');
    expect(marked(insert({ value: '13/29', selection: [0, 5] }, '5'))).toBe('05 / |');
    expect(marked(insert(at('1329|'), '1'))).toBe('13291|');
  });

  test('editExpiry replaces a selection across the slash', () => {
    expect(marked(insert({ value: '12 / 27', selection: [0, 7] }, '3'))).toBe('03 / |');
    expect(marked(remove({ value: '12 / 27', selection: [1, 6] }, [1, 6]))).toBe('1| / 7');
  });
});

test.each([
  ['1227', '12 / 27'],
  ['2027-12', '12 / 27'],
  ['1/2027', '01 / 27'],
  ['127', '01 / 27'],
  ['12', '12'],
  ['12 / 2027', '12 / 27'],
  ['١٢/٢٧', '12 / 27'],
  ['nothing', ''],
])('expiryMask shows the autofilled "%s" as "%s"', (text, shown) => {
  expect(settled(text)).toBe(shown);
});

test.each(unreadable)('expiryMask leaves the autofilled "%s" as it came, and it is wrong at once', (text) => {
  expect(settled(text)).toBe(text);
  expect(expiryVerdict(text, now)).toMatchObject({ kind: 'wrong' });
});

test('editExpiry gives a text that came whole no month and year but its own', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789/.- '), maxLength: 12 });
  fc.assert(
    fc.property(digits, (text) => {
      const given = parseExpiry(text);
      const shown = settled(text);
      const isGood = expiryVerdict(shown, now).kind === 'complete';
      expect([text, isGood ? parseExpiry(shown) : null]).toEqual([text, isGood ? given : null]);
    }),
    { numRuns: 2000 },
  );
});

test('editExpiry settles: what it shows it leaves alone, and the caret is in it', () => {
  const step = fc.record({ key: fc.constantFrom(...'0123456789/- ', 'back', 'delete'), place: fc.nat() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let state = at('|');
      for (const { key, place } of steps) {
        const caret = place % 3 === 0 ? place % (state.value.length + 1) : state.value.length;
        state = { value: state.value, selection: [caret, caret] };
        if (key === 'back') state = backspace(state);
        else if (key === 'delete') state = remove(state, [caret, Math.min(caret + 1, state.value.length)]);
        else state = insert(state, key);
        expect(editExpiry(state, state)).toEqual(state);
        expect(state.selection[0]).toBeLessThanOrEqual(state.value.length);
      }
    }),
    { numRuns: 500 },
  );
});
