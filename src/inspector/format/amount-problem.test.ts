import { expect, test } from 'vitest';
import { amountProblem } from './amount-problem.ts';

test.each([
  ['8.50', 'EUR', null],
  ['8', 'EUR', null],
  ['48.50', 'EUR', null],
  ['60', 'EUR', 'At most €48.50, which is what is left'],
  ['0.00', 'EUR', 'Write more than nothing'],
  ['8,50', 'EUR', 'Write an amount such as 48.50'],
  ['8.505', 'EUR', 'Write an amount such as 48.50'],
  ['1.5', 'JPY', 'Write an amount such as 48.50'],
  ['-1', 'EUR', 'Write an amount such as 48.50'],
  ['', 'EUR', 'Write an amount such as 48.50'],
])('amountProblem of %j %s is %j', (text, currency, problem) => {
  expect(amountProblem(text, { most: '48.50', currency })).toBe(problem);
});
