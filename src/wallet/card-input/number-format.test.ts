import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digitsOf } from './digits.ts';
import { formatNumber, insertable, reachOverGap, regroup, settleNumber } from './number-format.ts';

/** "4242| 4242" ↔ a value and its caret. */
const at = (marked: string) => {
  const caret = marked.indexOf('|');
  return { value: marked.replace('|', ''), selection: [caret, caret] as const };
};
const marked = ({ value, selection: [, to] }: { value: string; selection: readonly [number, number] }) =>
  `${value.slice(0, to)}|${value.slice(to)}`;

const type = (state: ReturnType<typeof at>, text: string) => {
  const digits = insertable(text, state);
  const [from, to] = state.selection;
  const caret = from + digits.length;
  return regroup({
    value: state.value.slice(0, from) + digits + state.value.slice(to),
    selection: [caret, caret],
  });
};
const remove = (state: ReturnType<typeof at>, kind: 'deleteBackward' | 'deleteForward') => {
  const [from, to] = state.selection;
  const ends = kind === 'deleteBackward' ? ([from - 1, to] as const) : ([from, to + 1] as const);
  const { value, selection } = reachOverGap({ value: state.value, selection: ends }, kind);
  const caret = Math.max(0, selection[0]);
  return regroup({ value: value.slice(0, caret) + value.slice(selection[1]), selection: [caret, caret] });
};

test.each([
  ['4242|', '4', '4242 4|'],
  ['424|', '2', '4242|'],
  ['42|42 4242', '9', '429|4 2424 2'],
  ['424|4 2424', '2', '4242| 4242 4'],
  ['4242 |4242', '9', '4242 9|424 2'],
  ['4242| 4242', '9', '4242 9|424 2'],
  ['|242 4', '4', '4|242 4'],
  ['378282|', '2', '3782 822|'],
  ['5555 5555 5555 4444|', '1', '5555 5555 5555 4444|'],
  ['55|55 5555 5555 4444', '1', '55|55 5555 5555 4444'],
  ['|', '4242-4242.4242\u00a04242', '4242 4242 4242 4242|'],
  ['|', '٤٢٤٢ ４２４２ ४२४२', '4242 4242 4242|'],
  ['|', 'card 4242 no. 4242', '4242 4242|'],
  ['|', '3782822463100059999', '3782 822463 10005|'],
])('numberMask makes %s and "%s" into %s', (from, text, to) => {
  expect(marked(type(at(from), text))).toBe(to);
});

test.each([
  ['4242 |4242', '424|4 242'],
  ['4242 4|242', '4242 |242'],
  ['4242 4|', '4242|'],
  ['4|242 4', '|2424'],
  ['|4242', '|4242'],
])('reachOverGap lets Backspace turn %s into %s', (from, to) => {
  expect(marked(remove(at(from), 'deleteBackward'))).toBe(to);
});

test.each([
  ['4242| 4242', '4242| 242'],
  ['4242 |4242', '4242 |242'],
  ['424|2 4242', '424|4 242'],
  ['4242|', '4242|'],
])('reachOverGap lets Delete turn %s into %s', (from, to) => {
  expect(marked(remove(at(from), 'deleteForward'))).toBe(to);
});

describe('settleNumber', () => {
  test.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['3782-822463-10005', '3782 822463 10005'],
    ['55555555555544441', '5555 5555 5555 4444'],
    ['Card: 4242', '4242'],
    ['３６２２７２０６２７１６６７', '3622 720627 1667'],
  ])('settleNumber shows the autofilled %s as %s', (value, shown) => {
    expect(settleNumber({ value, selection: [0, 0] }).value).toBe(shown);
  });

  test('settleNumber cuts nothing when a mid-edit has made the brand shorter', () => {
    const value = formatNumber('5111111111111111111');
    expect(settleNumber({ value, selection: [1, 1] })).toEqual({ value, selection: [1, 1] });
  });
});

const edit = fc.oneof(
  fc.record({ kind: fc.constant('type' as const), text: fc.stringMatching(/^[0-9]{1,6}$/), place: fc.nat() }),
  fc.record({ kind: fc.constantFrom('deleteBackward' as const, 'deleteForward' as const), place: fc.nat() }),
);

/** The plain model: digits and how many of them stand before the caret. */
const digitsBefore = ({ value, selection }: ReturnType<typeof at>) =>
  digitsOf(value.slice(0, selection[0])).length;

test('numberMask keeps digits in order and the caret beside its digit through any edits', () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 25 }), (edits) => {
      let state = at('|');
      for (const step of edits) {
        const place = step.place % (state.value.length + 1);
        state = { value: state.value, selection: [place, place] };
        const digits = digitsOf(state.value);
        const left = digitsBefore(state);
        const inserted = step.kind === 'type' ? insertable(step.text, state) : '';
        const next = step.kind === 'type' ? type(state, step.text) : remove(state, step.kind);
        const cutFrom = Math.max(0, step.kind === 'deleteBackward' ? left - 1 : left);
        const cutTo = step.kind === 'deleteForward' ? left + 1 : left;
        expect(digitsOf(next.value)).toBe(digits.slice(0, cutFrom) + inserted + digits.slice(cutTo));
        expect(digitsBefore(next)).toBe(cutFrom + inserted.length);
        expect(regroup(next)).toEqual(next);
        expect(next.value).toBe(next.value.trim());
        state = next;
      }
    }),
  );
});
