import { existsSync, readFileSync } from 'node:fs';
import { readResults } from '../results.mjs';
import { readThreats, TABLE } from './table.mjs';

const LAST = 83;
const SUITES = ['vitest', 'e2e', 'faults'];

/** @typedef {{ results: readonly import('../results.mjs').Result[], isPart: boolean }} Ran `isPart`: without the long tests */

/**
 * What the document says that is not so, one sentence each.
 * @param {import('./table.mjs').Threat[]} threats
 * @param {Ran | undefined} ran undefined where no suite has run: then nothing is asked of it
 */
export function findThreatFaults(threats, ran) {
  const ids = threats.map(({ id }) => id);
  const missing = Array.from({ length: LAST }, (_, index) => `S${index + 1}`).filter(
    (id) => !ids.includes(id),
  );
  return [
    ...missing.map((id) => `${TABLE}: found no entry ${id}, wanted one`),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${TABLE}: found ${id} twice`),
    ...threats.flatMap(({ id, controls, tests }) => [
      ...(controls.length === 0 ? [`${id}: found no control, wanted a file`] : []),
      ...(tests.length === 0 ? [`${id}: found no test, wanted one`] : []),
      ...controls.filter((file) => !existsSync(file)).map((file) => `${id}: found no file ${file}`),
      ...tests.flatMap((test) => testFaults(id, { test, ran })),
    ]),
  ];
}

/**
 * @param {string} id
 * @param {{ test: import('./table.mjs').NamedTest, ran: Ran | undefined }} named
 */
function testFaults(id, { test: { file, title }, ran }) {
  if (file === '' || !existsSync(file)) return [`${id}: found no test file ${file}, wanted \`file\`: title`];
  if (ran === undefined) return [];
  const same = ran.results.filter((one) => one.file === file && one.title.includes(title));
  if (same.length === 0 && ran.isPart && isThere(file, title)) return [];
  if (same.length === 0) return [`${id}: found that "${title}" of ${file} did not run, wanted it to`];
  return same.every(({ passed }) => passed) ? [] : [`${id}: found that "${title}" of ${file} failed`];
}

/** `npm test` leaves the long tests to those who run everything: there it is enough that one is in its file. @param {string} file @param {string} title */
const isThere = (file, title) => readFileSync(file, 'utf8').includes(title);

if (process.argv[1] === import.meta.filename) {
  const results = readResults();
  // `npm test -- threats` alone looks at files; where one suite has run all must have.
  const absent = SUITES.filter((suite) => results.every(({ step }) => step !== suite));
  const isRun = absent.length < SUITES.length;
  const faults = [
    ...(isRun ? absent.map((suite) => `found no result of "${suite}" in this run, wanted it`) : []),
    ...findThreatFaults(
      readThreats(),
      isRun ? { results, isPart: process.argv.includes('--lane=test') } : undefined,
    ),
  ];
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
