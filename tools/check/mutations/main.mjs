import { rmSync } from 'node:fs';
import { findMutationFaults, readMutations } from './mutations.mjs';
import { runVitest, scratchCopy, whileMutated } from './scratch-copy.mjs';

/** @typedef {import('./mutations.mjs').Mutation} Mutation */

/** Of the tests that `npm test` runs, the first that fails is enough. */
const ANY = ['--bail=1', '--tags-filter=!prove'];

/** Runs the tests that must find a mutation. @param {string} copy @param {Mutation} mutation */
function tryMutation(copy, { tests }) {
  const results = runNamed(copy, tests);
  return { count: results.length, failed: results.find(({ passed }) => !passed) };
}

/** @param {string} copy @param {Mutation['tests']} tests */
function runNamed(copy, tests) {
  const titles = tests.flatMap(({ title = '' }) => (title === '' ? [] : [escaped(title)]));
  const files = [...new Set(tests.map(({ file }) => file))];
  const results = runVitest(copy, [...files, ...(titles.length > 0 ? ['-t', titles.join('|')] : ANY)]);
  // A file that could not be loaded has no title.
  return results.filter(
    (one) =>
      one.title !== '' &&
      tests.some(({ file, title = '' }) => file === one.file && one.title.includes(title)),
  );
}

/** @param {string} title */
const escaped = (title) => title.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/**
 * Tests that fail before any mutation: they would make every mutation look found. Under `npm run prove` the run before has seen the
 * tests that are named by their titles.
 * @param {string} copy
 * @param {readonly Mutation[]} chosen
 */
function failingBefore(copy, chosen) {
  const whole = chosen.flatMap(({ tests }) => tests.filter(({ title }) => title === undefined));
  const files = [...new Set(whole.map(({ file }) => file))];
  const titled = chosen.flatMap(({ tests }) => tests.filter(({ title }) => title !== undefined));
  const ofFiles = files.length > 0 ? runVitest(copy, [...files, '--tags-filter=!prove']) : [];
  const ofTitles = named.length > 0 && titled.length > 0 ? runNamed(copy, titled) : [];
  return [...ofFiles, ...ofTitles]
    .filter(({ passed }) => !passed)
    .map(({ title }) => `found failing before anything was changed: ${title}`);
}

/** Tries the mutations one by one. @param {readonly Mutation[]} chosen @returns {boolean} whether all were found */
function prove(chosen) {
  const copy = scratchCopy('mutations-');
  try {
    const failing = failingBefore(copy, chosen);
    for (const fault of failing) console.error(fault);
    const survivors = chosen.filter((mutation) => {
      const { id, file, find, replace } = mutation;
      const { count, failed } = whileMutated(copy, {
        file,
        find,
        replace,
        run: () => tryMutation(copy, mutation),
      });
      const outcome = failed ? `found by "${failed.title}"` : `found by none of ${count} tests`;
      console.log(`${failed ? '✔' : '✘'} ${id}: ${file}: ${JSON.stringify(find)}: ${outcome}`);
      return failed === undefined;
    });
    console.log(`${chosen.length - survivors.length} of ${chosen.length} mutations were found by tests`);
    return survivors.length === 0 && failing.length === 0;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

// `node tools/check/mutations/main.mjs S49 billing/void` tries the named ones alone; without a name it is part of `npm run prove`.
const mutations = readMutations();
const named = process.argv.slice(2);
const chosen = mutations.filter(({ id }) => named.length === 0 || named.includes(id));
const isTrying = named.length > 0 || process.env.PROVE_SIZE === 'full';
const faults = [
  ...findMutationFaults(mutations),
  ...named
    .filter((name) => mutations.every(({ id }) => id !== name))
    .map((name) => `Cannot try "${name}": found no mutation of it`),
];
for (const fault of faults) console.error(fault);
if (!isTrying) console.log('Mutations are tried one by one under npm run prove');
process.exitCode = faults.length === 0 && (!isTrying || prove(chosen)) ? 0 : 1;
