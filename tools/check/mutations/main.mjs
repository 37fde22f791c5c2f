import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findMutationFaults, readMutations } from './mutations.mjs';
import { runVitest, scratchCopy } from './scratch-copy.mjs';

/** @typedef {import('./mutations.mjs').Mutation} Mutation */

/**
 * Runs tests by their titles; where only their files are named, those that `npm test` runs, until the first that fails.
 * @param {string} copy
 * @param {Mutation['tests']} tests
 */
function runTests(copy, tests) {
  const titles = tests.flatMap(({ title }) => (title === undefined ? [] : [escaped(title)]));
  const which = titles.length > 0 ? ['-t', titles.join('|')] : ['--bail=1', '--tags-filter=!prove'];
  const results = runVitest(copy, [...new Set(tests.map(({ file }) => file)), ...which]);
  // A file that could not be loaded has no title.
  return results.filter(
    (one) =>
      one.title !== '' &&
      tests.some(({ file, title = '' }) => file === one.file && one.title.includes(title)),
  );
}

/** @param {string} title */
const escaped = (title) => title.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Tests that fail before any mutation: they would make every mutation look found. @param {string} copy @param {readonly Mutation[]} chosen */
function failingBefore(copy, chosen) {
  const tests = chosen.flatMap((mutation) => mutation.tests);
  const [whole, titled] = [true, false].map((isWhole) =>
    tests.filter(({ title }) => (title === undefined) === isWhole),
  );
  return [whole, titled]
    .flatMap((some = []) => (some.length > 0 ? runTests(copy, some) : []))
    .filter(({ passed }) => !passed)
    .map(({ title }) => `found failing before anything was changed: ${title}`);
}

/** Changes the one text in the copy, runs the tests, and changes it back. @param {string} copy @param {Mutation} mutation */
function isFound(copy, { id, file, find, replace, tests }) {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.split(find).join(replace));
  const results = runTests(copy, tests);
  writeFileSync(path, text);
  const failed = results.find(({ passed }) => !passed);
  const outcome = failed ? `found by "${failed.title}"` : `found by none of ${results.length} tests`;
  console.log(`${failed ? '✔' : '✘'} ${id}: ${file}: ${JSON.stringify(find)}: ${outcome}`);
  return failed !== undefined;
}

/** Tries the mutations one by one. @param {readonly Mutation[]} chosen @returns {boolean} whether all were found */
function prove(chosen) {
  const copy = scratchCopy('mutations-');
  try {
    const failing = failingBefore(copy, chosen);
    for (const fault of failing) console.error(fault);
    const found = chosen.filter((mutation) => isFound(copy, mutation));
    console.log(`${found.length} of ${chosen.length} mutations were found by tests`);
    return found.length === chosen.length && failing.length === 0;
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
