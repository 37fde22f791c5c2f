import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** The most of one message that the end of a run repeats. */
const LINES = 12;

/** @param {string} path */
const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined);

/** @param {string} title @param {string[]} messages */
function told(title, messages) {
  const lines = stripVTControlCharacters(messages.join('\n')).split('\n').slice(0, LINES);
  return [title, ...lines.map((line) => `    ${line}`)].join('\n');
}

function vitestFailures() {
  /** @type {{ name: string, message: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }[]} */
  const files = ['.cache/vitest.json', '.cache/vitest-long.json'].flatMap(
    (path) => read(path)?.testResults ?? [],
  );
  return files.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [told(name, [message])] : []),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => told(`${name} › ${test.fullName}`, test.failureMessages)),
  ]);
}

/**
 * @typedef {{ title: string, file: string, suites?: Suite[], specs?: Spec[] }} Suite
 * @typedef {{ title: string, tests: { projectName: string, status: string, results: { error?: { message: string } }[] }[] }} Spec
 */

/** @param {Suite} suite @returns {string[]} */
function suiteFailures({ file, suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, status, results }) =>
        told(
          `${status}: ${projectName} › ${file} › ${title}`,
          results.flatMap(({ error }) => (error ? [error.message] : [])),
        ),
      ),
  );
  return [...own, ...suites.flatMap(suiteFailures)];
}

/** What failed in this run's suites, each with the beginning of its message: a long log is often kept by its end alone. */
export function failures() {
  const playwright = ['.cache/playwright.json', '.cache/engines.json', '.cache/faults.json'].flatMap(
    (path) => read(path)?.suites ?? [],
  );
  return [...vitestFailures(), ...playwright.flatMap(suiteFailures)];
}
