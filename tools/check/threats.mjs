import { existsSync, readFileSync } from 'node:fs';
import { report } from './gates/repository.mjs';
import { readResults } from './results.mjs';

/** @typedef {{ file: string, title: string }} NamedTest */
/** @typedef {{ id: string, controls: string[], tests: NamedTest[] }} Threat */
/** @typedef {{ results: readonly import('./results.mjs').Result[], isPart: boolean }} Run `isPart`: without the long tests */

const TABLE = 'docs/threats.md';
const SUITES = ['vitest', 'e2e', 'faults'];

/**
 * The entries: `## S1: …`, then `- control: \`file\`` and `- test: \`file\`: title`, one a line.
 * @param {string} markdown
 * @returns {Threat[]}
 */
export function threatsOf(markdown) {
  return markdown
    .split(/^## (?=S\d+: )/m)
    .slice(1)
    .map((entry) => ({
      id: entry.slice(0, entry.indexOf(':')),
      controls: itemsOf('control', entry).map((item) => /^`([^`]+)`$/.exec(item)?.[1] ?? ''),
      tests: itemsOf('test', entry).map((item) => {
        const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(item) ?? [];
        return { file, title };
      }),
    }));
}

/** @param {'control' | 'test'} kind @param {string} entry */
const itemsOf = (kind, entry) =>
  entry
    .split('\n')
    .filter((line) => line.startsWith(`- ${kind}: `))
    .map((line) => line.slice(`- ${kind}: `.length));

export const readThreats = () => threatsOf(readFileSync(TABLE, 'utf8'));

/**
 * What the document says that is not so, one sentence each. Ids rise by one, so that no entry goes unnoticed but the last.
 * @param {Threat[]} threats
 * @param {Run | undefined} run undefined where no suite has run: then no test must have
 */
export function findThreatFaults(threats, run) {
  return threats.flatMap(({ id, controls, tests }, index) => [
    ...(id === `S${index + 1}` ? [] : [`${TABLE}: found ${id} after S${index}, wanted S${index + 1}`]),
    ...(controls.length === 0 ? [`${id}: found no control, wanted a file`] : []),
    ...(tests.length === 0 ? [`${id}: found no test, wanted one`] : []),
    ...controls.filter((file) => !existsSync(file)).map((file) => `${id}: found no file ${file}`),
    ...tests.flatMap((test) => testFaults(id, { test, run })),
  ]);
}

/** @param {string} id @param {{ test: NamedTest, run: Run | undefined }} named */
function testFaults(id, { test: { file, title }, run }) {
  if (file === '' || !existsSync(file)) return [`${id}: found no test file ${file}, wanted \`file\`: title`];
  if (run === undefined) return [];
  const same = run.results.filter((one) => one.file === file && one.title.includes(title));
  if (same.length > 0)
    return same.every(({ passed }) => passed) ? [] : [`${id}: found that "${title}" of ${file} failed`];
  // `npm test` leaves the long tests to those who run everything: there it is enough that one is in its file.
  if (run.isPart && readFileSync(file, 'utf8').includes(title)) return [];
  return [`${id}: found that "${title}" of ${file} did not run, wanted it to`];
}

if (process.argv[1] === import.meta.filename) {
  const results = readResults();
  // `npm test -- threats` alone looks at files; where one suite has run all must have.
  const absent = SUITES.filter((suite) => results.every(({ step }) => step !== suite));
  const isRun = absent.length < SUITES.length;
  const isPart = process.argv.includes('--lane=test');
  report([
    ...(isRun ? absent.map((suite) => `found no result of "${suite}" in this run, wanted it`) : []),
    ...findThreatFaults(readThreats(), isRun ? { results, isPart } : undefined),
  ]);
}
