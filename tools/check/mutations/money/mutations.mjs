import { amountMutations } from './amount-mutations.mjs';
import { balanceMutations } from './balance-mutations.mjs';
import { endMutations } from './end-mutations.mjs';
import { figureMutations } from './figure-mutations.mjs';
import { followUpMutations } from './follow-up-mutations.mjs';
import { methodMutations } from './method-mutations.mjs';
import { repeatMutations } from './repeat-mutations.mjs';
import { shopperMutations } from './shopper-mutations.mjs';

/**
 * A bug in a rule about money, which `id` names in docs/rules.md: `find`, which stands once in `file`, becomes `replace`,
 * and any test of the files `tests` must fail.
 * @typedef {{ id: string, file: string, find: string, replace: string, tests: readonly string[] }} MoneyMutation
 */

/** @type {MoneyMutation[]} */
export const moneyMutations = [
  ...amountMutations,
  ...methodMutations,
  ...balanceMutations,
  ...followUpMutations,
  ...endMutations,
  ...shopperMutations,
  ...repeatMutations,
  ...figureMutations,
];
