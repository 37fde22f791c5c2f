import { existsSync, readFileSync } from 'node:fs';
import { lane } from '../../scripts/test/lane.mjs';
import { readReports } from './reports.mjs';
import { readThreats, TABLE } from './table.mjs';

const LAST = 83;

/**
 * What the table says that is not so, one sentence each.
 * @param {import('./table.mjs').Threat[]} threats
 * @param {import('./reports.mjs').Ran[] | undefined} ran undefined where no suite has run: then nothing is asked of it
 */
export function findThreatFaults(threats, ran) {
  const ids = threats.map(({ id }) => id);
  const missing = Array.from({ length: LAST }, (_, index) => `S${index + 1}`).filter(
    (id) => !ids.includes(id),
  );
  return [
    ...missing.map((id) => `${TABLE}: found no row ${id}, wanted one`),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${TABLE}: found ${id} twice`),
    ...threats.flatMap(({ id, controls, tests }) => [
      ...(controls.length === 0 ? [`${id}: found no control, wanted a file`] : []),
      ...controls.filter((file) => !existsSync(file)).map((file) => `${id}: found no file ${file}`),
      ...tests.flatMap((test) => testFaults(id, { test, ran })),
    ]),
  ];
}

/**
 * @param {string} id
 * @param {{ test: import('./table.mjs').NamedTest, ran: import('./reports.mjs').Ran[] | undefined }} named
 */
function testFaults(id, { test: { file, title }, ran }) {
  if (file === '' || !existsSync(file)) return [`${id}: found no test file ${file}, wanted \`file\`: title`];
  if (ran === undefined) return [];
  const same = ran.filter((one) => one.file === file && one.title.includes(title));
  if (same.length === 0 && isOfAnotherLane(file, title)) return [];
  if (same.length === 0) return [`${id}: found that "${title}" of ${file} did not run, wanted it to`];
  return same.every(({ passed }) => passed) ? [] : [`${id}: found that "${title}" of ${file} failed`];
}

/** A test that `npm test` leaves to `npm run prove -- --rest` says so behind its title. @param {string} file @param {string} title */
function isOfAnotherLane(file, title) {
  const [, behind = ''] = readFileSync(file, 'utf8').split(title);
  const isTagged = /tags?: '@?prove'/.test(behind.split('=>')[0] ?? '');
  return { test: isTagged, rest: !isTagged, whole: false }[lane()];
}

if (process.argv[1] === import.meta.filename) {
  const { ran, absent } = readReports();
  // `npm test -- threats` alone looks at files; where one suite has run all must have.
  const isRun = absent.length < 3;
  const faults = [
    ...(isRun ? absent.map((path) => `found no ${path} of this run, wanted it`) : []),
    ...findThreatFaults(readThreats(), isRun ? ran : undefined),
  ];
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
