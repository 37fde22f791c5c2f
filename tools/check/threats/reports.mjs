import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** @typedef {{ file: string, title: string, passed: boolean }} Ran */
/**
 * @typedef {{ title: string, file: string, suites?: Suite[], specs?: Spec[] }} Suite
 * @typedef {{ title: string, file: string, tests: { status: string }[] }} Spec
 */

const PLAYWRIGHT = { '.cache/playwright.json': 'e2e', '.cache/faults.json': 'e2e/service/faults' };

/** @param {string} path */
const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined);

/** @param {{ testResults: { name: string, assertionResults: { fullName: string, status: string }[] }[] }} report @returns {Ran[]} */
export function ranInVitest({ testResults }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status }) => ({
        file: relative(process.cwd(), name).replaceAll('\\', '/'),
        title: fullName,
        passed: status === 'passed',
      })),
  );
}

/** @param {Suite} suite @param {{ folder: string, above: string[] }} place @returns {Ran[]} */
function ranInSuite({ title, file, suites = [], specs = [] }, { folder, above }) {
  const titles = title === file ? above : [...above, title];
  const own = specs.flatMap((spec) => {
    const statuses = spec.tests.map(({ status }) => status).filter((status) => status !== 'skipped');
    const words = [...titles, spec.title].join(' ');
    const passed = !statuses.includes('unexpected');
    return statuses.length === 0 ? [] : [{ file: `${folder}/${file}`, title: words, passed }];
  });
  return [...own, ...suites.flatMap((suite) => ranInSuite(suite, { folder, above: titles }))];
}

/** @param {string} tap @returns {Ran[]} */
export const ranInGates = (tap) =>
  [...tap.matchAll(/^(not )?ok \d+ - (.+?)( # (?:SKIP|TODO).*)?$/gm)]
    .filter(([, , , skipped]) => skipped === undefined)
    .map(([, failed, title = '']) => ({
      file: 'tools/check/gates/gates.test.mjs',
      title,
      passed: failed === undefined,
    }));

/** What ran in this run, and which suites left no report. @returns {{ ran: Ran[], absent: string[] }} */
export function readReports() {
  const vitest = read('.cache/vitest.json');
  const long = read('.cache/vitest-long.json');
  const suites = Object.entries(PLAYWRIGHT).map(([path, folder]) => ({ path, folder, report: read(path) }));
  const gates = existsSync('.cache/gates.tap') ? readFileSync('.cache/gates.tap', 'utf8') : undefined;
  const absent = [
    ...(vitest ? [] : ['.cache/vitest.json']),
    ...suites.filter(({ report }) => !report).map(({ path }) => path),
  ];
  const ran = [
    ...(vitest ? ranInVitest(vitest) : []),
    ...(long ? ranInVitest(long) : []),
    ...suites.flatMap(({ folder, report }) =>
      (report?.suites ?? []).flatMap((/** @type {Suite} */ suite) =>
        ranInSuite(suite, { folder, above: [] }),
      ),
    ),
    ...(gates === undefined ? [] : ranInGates(gates)),
  ];
  return { ran, absent };
}
