import { expect, test } from 'vitest';
import { flag, list, number, object, oneOf, optional, parse, refine, text } from './schema.ts';

const Cup = object('a cup', {
  name: text('a name', /^[a-z]+$/),
  size: optional(oneOf(['small', 'large'], 'small or large'), 'small'),
  sips: optional(list(number('a number of sips', Number.isSafeInteger), 'a list of sips')),
  isHot: optional(flag),
});
const Exact = object('a spoon', { length: optional(text('a length')) }, { refusesOthers: true });

const issuesOf = (given: unknown) => {
  const parsed = parse(Cup, given);
  return parsed.isValid ? [] : parsed.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

test('parse reads what is known, with what stands for what is not given, and leaves other members alone', () => {
  const given = { name: 'mug', sips: [1, 2], colour: 'red', isHot: undefined };
  expect(parse(Cup, given)).toStrictEqual({
    isValid: true,
    value: { name: 'mug', size: 'small', sips: [1, 2] },
  });
});

test.each<[unknown, string[]]>([
  [null, [': wanted a cup']],
  ['mug', [': wanted a cup']],
  [{}, ['name: wanted a name']],
  [
    { name: 'Mug', size: null, isHot: 1 },
    ['name: wanted a name', 'size: found null, wanted small or large', 'isHot: wanted true or false'],
  ],
  [{ name: 'mug', sips: 'two' }, ['sips: wanted a list of sips']],
  [
    { name: 'mug', sips: [1, 1.5, '2'] },
    ['sips.1: wanted a number of sips', 'sips.2: wanted a number of sips'],
  ],
])('parse names every part of %j that is wrong', (given, issues) => {
  expect(issuesOf(given)).toEqual(issues);
});

test('parse takes no member from an object’s ancestors', () => {
  expect(parse(Exact, { toString: 1 })).toMatchObject({
    issues: [{ path: ['toString'], isUnknownName: true }],
  });
  expect(parse(Exact, JSON.parse('{"__proto__": {"length": "1px"}}'))).toMatchObject({ isValid: false });
});

test('checked asks about a whole only where its parts are right', () => {
  const asked: unknown[] = [];
  const Pair = refine(Exact, (value) => {
    asked.push(value);
    return { path: ['length'], message: 'wanted another' };
  });
  expect(parse(Pair, { length: 1 })).toMatchObject({ issues: [{ message: 'wanted a length' }] });
  expect(asked).toEqual([]);
  expect(parse(Pair, { length: '1px' })).toMatchObject({ issues: [{ message: 'wanted another' }] });
});
