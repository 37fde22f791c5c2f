import { existsSync, readFileSync, rmSync } from 'node:fs';
import { moneyMutations } from './money/mutations.mjs';
import { runVitest, scratchCopy, whileMutated } from './scratch-copy.mjs';
import { threatMutations } from './threats/mutations.mjs';

/** @typedef {import('./money/mutations.mjs').MoneyMutation | import('./threats/mutations.mjs').ThreatMutation} Mutation */

/** @type {Mutation[]} */
const mutations = [...threatMutations, ...moneyMutations];

/** @typedef {Pick<Mutation, 'id' | 'file' | 'find'> & ({ test: { file: string } } | { tests: readonly string[] })} Tried */

/**
 * Which mutations could not be tried, one sentence each: what they change is not there once, or a test file is nowhere.
 * @param {readonly Tried[]} mutations
 */
export function findMutationFaults(mutations) {
  return mutations.flatMap((mutation) => {
    const { id, file, find } = mutation;
    const isOnce = existsSync(file) && readFileSync(file, 'utf8').split(find).length === 2;
    const tests = 'test' in mutation ? [mutation.test.file] : mutation.tests;
    return [
      ...(isOnce ? [] : [`${id}: found not once in ${file} what is to be changed: ${find}`]),
      ...tests
        .filter((test) => !existsSync(test))
        .map((test) => `${id}: found no test file ${test} of what is changed in ${file}`),
    ];
  });
}

/** What stands against the tests' having found a mutation. @param {string} copy @param {Mutation} mutation */
function missed(copy, mutation) {
  return 'test' in mutation ? missedByNamed(copy, mutation.test) : missedByAll(copy, mutation.tests);
}

/** @param {string} copy @param {import('./threats/mutations.mjs').ThreatMutation['test']} test */
function missedByNamed(copy, { file, title }) {
  const name = title.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  const ran = runVitest(copy, [file, '-t', name]);
  const named = ran.filter((one) => one.title.includes(title));
  if (named.length === 0) return 'the test did not run';
  return named.some(({ passed }) => !passed) ? undefined : 'the test did not fail';
}

/** @param {string} copy @param {readonly string[]} tests */
function missedByAll(copy, tests) {
  const ran = runVitest(copy, [...tests, '--bail=1', '--tags-filter=!prove']);
  if (ran.length === 0) return 'no test ran';
  return ran.some(({ passed }) => !passed) ? undefined : `none of ${ran.length} tests failed`;
}

/**
 * The tests that fail on the copy as it is, by which any mutation would count as found. A test named by its title is one
 * that the run before has seen to pass.
 * @param {string} copy
 * @param {readonly Mutation[]} chosen
 */
function failingAnyway(copy, chosen) {
  const tests = [...new Set(chosen.flatMap((mutation) => ('tests' in mutation ? mutation.tests : [])))];
  if (tests.length === 0) return [];
  return runVitest(copy, [...tests, '--tags-filter=!prove'])
    .filter(({ passed }) => !passed)
    .map(({ title }) => `found failing before anything was changed: ${title}`);
}

/** Tries the mutations one by one. @param {readonly Mutation[]} chosen @returns {boolean} whether all were found */
function prove(chosen) {
  const copy = scratchCopy();
  try {
    const anyway = failingAnyway(copy, chosen);
    for (const fault of anyway) console.error(fault);
    const survivors = chosen.filter((mutation) => {
      const { id, file, find, replace } = mutation;
      const fault = whileMutated(copy, { file, find, replace, run: () => missed(copy, mutation) });
      console.log(`${fault ? `✘ ${fault}:` : '✔'} ${id}: ${file}: ${JSON.stringify(find)}`);
      return fault !== undefined;
    });
    console.log(`${chosen.length - survivors.length} of ${chosen.length} mutations were found by tests`);
    return survivors.length === 0 && anyway.length === 0 && chosen.length > 0;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  // `node tools/check/mutations/main.mjs S49 billing/void` tries the named ones alone; without a name it is part of `npm run prove`.
  const named = process.argv.slice(2);
  const faults = findMutationFaults(mutations);
  for (const fault of faults) console.error(fault);
  const isTrying = named.length > 0 || process.env.E2E_SIZE === 'full';
  if (!isTrying) console.log('Mutations are tried one by one under npm run prove');
  const chosen = mutations.filter(({ id }) => named.length === 0 || named.includes(id));
  process.exitCode = faults.length === 0 && (!isTrying || prove(chosen)) ? 0 : 1;
}
