import { readThreats } from '../threats/table.mjs';
import { endMutations } from './money/end-mutations.mjs';
import { figureMutations } from './money/figure-mutations.mjs';
import { followUpMutations } from './money/follow-up-mutations.mjs';
import { modelMutations } from './money/model-mutations.mjs';
import { shopperMutations } from './money/shopper-mutations.mjs';
import { cardMutations } from './threats/card-mutations.mjs';
import { limitMutations } from './threats/limit-mutations.mjs';
import { networkMutations } from './threats/network-mutations.mjs';
import { pageMutations } from './threats/page-mutations.mjs';
import { shopMutations } from './threats/shop-mutations.mjs';
import { tokenMutations } from './threats/token-mutations.mjs';

/**
 * A rule of docs/rules.md or a threat of docs/threats.md → a file → bugs in it: a text that stands there once, what it becomes,
 * and a test file of which any test must fail. Without one, a test of the threat's row must.
 * @typedef {Record<string, Record<string, string[][]>>} Mutations
 * @typedef {{ id: string, file: string, find: string, replace: string, tests: readonly { file: string, title?: string }[] }} Mutation
 */

/** @type {Mutations[]} */
const all = [
  modelMutations,
  followUpMutations,
  endMutations,
  shopperMutations,
  figureMutations,
  cardMutations,
  limitMutations,
  networkMutations,
  pageMutations,
  shopMutations,
  tokenMutations,
];
const threats = new Map(readThreats().map(({ id, tests }) => [id, tests]));

/** Those that run without a browser. @param {string} id */
const unitTestsOf = (id) => (threats.get(id) ?? []).filter(({ file }) => /\.test\.m?[jt]s$/.test(file));

/** @type {Mutation[]} */
export const mutations = all.flatMap((one) =>
  Object.entries(one).flatMap(([id, byFile]) =>
    Object.entries(byFile).flatMap(([file, bugs]) =>
      bugs.map(([find = '', replace = '', test]) => ({
        id,
        file,
        find,
        replace,
        tests: test === undefined ? unitTestsOf(id) : [{ file: test }],
      })),
    ),
  ),
);
