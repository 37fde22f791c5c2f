import { existsSync, readFileSync } from 'node:fs';
import { readThreats } from '../threats.mjs';

/**
 * A bug: a text that stands once in a file, what it becomes, and the tests of which one must fail.
 * @typedef {{ file: string, title?: string }} NamedTest
 * @typedef {{ id: string, file: string, find: string, replace: string, tests: readonly NamedTest[] }} Mutation
 */

const TABLES = ['money.diff', 'threats.diff'];

/**
 * Reads a table: `[rule or threat]`, then `file | test file`, then the bugs in that file: `- text`, and `+ text` that it becomes, or
 * nothing. A line that begins with two spaces goes on with the text above. Without a test file, the unit tests of the threat's
 * entry must find the bug.
 * @param {string} table
 * @param {(threat: string) => readonly NamedTest[]} testsOf
 * @returns {Mutation[]}
 */
export function mutationsOf(table, testsOf) {
  /** @type {Mutation[]} */
  const found = [];
  let [id, head, isReplacing] = ['', '', false];
  for (const line of table.split('\n')) {
    const [sign, text] = [line.slice(0, 2), line.slice(2)];
    const last = found.at(-1);
    if (sign === '- ') {
      const [file = '', test] = head.split(' | ');
      found.push({ id, file, find: text, replace: '', tests: test ? [{ file: test }] : testsOf(id) });
    } else if (sign === '+ ' && last) last.replace = text;
    else if (sign === '  ' && last) last[isReplacing ? 'replace' : 'find'] += `\n${text}`;
    else if (line.startsWith('[')) id = line.slice(1, -1);
    else if (line !== '') head = line;
    if (sign !== '  ') isReplacing = sign === '+ ';
  }
  return found;
}

export function readMutations() {
  const threats = new Map(readThreats().map((threat) => [threat.id, threat.tests]));
  /** Those that run without a browser. @param {string} id */
  const unitTestsOf = (id) => (threats.get(id) ?? []).filter(({ file }) => /\.test\.m?[jt]s$/.test(file));
  return TABLES.flatMap((table) =>
    mutationsOf(readFileSync(new URL(table, import.meta.url), 'utf8'), unitTestsOf),
  );
}

/**
 * Which mutations could not be tried, one sentence each: what they change is not there once, or a test file is missing.
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
