import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mutations } from './mutations.mjs';
import { runVitest, scratchCopy, whileMutated } from './scratch-copy.mjs';

/** @typedef {import('./mutations.mjs').Mutation} Mutation */

/**
 * Which mutations could not be tried, one sentence each: what they change is not there once, or a test file is nowhere.
 * @param {readonly Mutation[]} all
 */
export function findMutationFaults(all) {
  return all.flatMap(({ id, file, find, tests }) => {
    const isOnce = existsSync(file) && readFileSync(file, 'utf8').split(find).length === 2;
    return [
      ...(isOnce ? [] : [`${id}: found not once in ${file} what is to be changed: ${find}`]),
      ...(tests.length > 0 ? [] : [`${id}: found no unit test of what is changed in ${file}, wanted one`]),
      ...tests
        .filter((test) => !existsSync(test.file))
        .map((test) => `${id}: found no test file ${test.file} of what is changed in ${file}`),
    ];
  });
}

/** What stands against the tests' having found a mutation. @param {string} copy @param {Mutation} mutation */
function missed(copy, { tests }) {
  const titles = tests.flatMap(({ title = '' }) => (title === '' ? [] : [escaped(title)]));
  const files = [...new Set(tests.map(({ file }) => file))];
  const ran = runVitest(copy, [...files, ...(titles.length > 0 ? ['-t', titles.join('|')] : ANY)]);
  // A file that could not be loaded has no title.
  const named = ran.filter(
    (one) =>
      one.title !== '' &&
      tests.some(({ file, title = '' }) => file === one.file && one.title.includes(title)),
  );
  if (named.length === 0) return 'no test ran';
  return named.some(({ passed }) => !passed) ? undefined : `none of ${named.length} tests failed`;
}

/** Of the tests that `npm test` runs, the first that fails is enough. */
const ANY = ['--bail=1', '--tags-filter=!prove'];

/** @param {string} title */
const escaped = (title) => title.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/**
 * The tests that fail on the copy as it is, by which any mutation would count as found. A test named by its title is one
 * that the run before has seen to pass.
 * @param {string} copy
 * @param {readonly Mutation[]} chosen
 */
function failingAnyway(copy, chosen) {
  const whole = chosen.flatMap(({ tests }) => tests.filter(({ title }) => title === undefined));
  const files = [...new Set(whole.map(({ file }) => file))];
  if (files.length === 0) return [];
  return runVitest(copy, [...files, '--tags-filter=!prove'])
    .filter(({ passed }) => !passed)
    .map(({ title }) => `found failing before anything was changed: ${title}`);
}

/** Tries the mutations one by one. @param {readonly Mutation[]} chosen @returns {boolean} whether all were found */
function prove(chosen) {
  const copy = scratchCopy('mutations-');
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
