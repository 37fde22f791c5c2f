import { readFileSync } from 'node:fs';
import { report, repositoryFiles } from './repository.mjs';

/** @typedef {{ path: string, text: string }} File */

const rulesFile = 'docs/rules.md';
/** Where comments are that may name a rule. */
const commented = /^(?:src|e2e|demo|tools)\/.*\.(?:tsx?|m?js|css|html|sql)$/;
const readable = /\.(?:tsx?|m?js|json|css|html|sql|md|yml)$/;
const ruleLine = /^- \*\*([^*]+)\*\*:/gm;
const citation = /\bRule: ([^.\n]*)/g;
/** What this was built to, beside the specification: nobody who has the repository has these. */
const elsewhere = /(?<![\w-])(?:service|threeds|wallet-ui|design|proofs|style)\.md\b/gi;

/**
 * @param {readonly File[]} files
 * @returns {string[]} what is wrong, one sentence each
 */
export function findRuleFaults(files) {
  const rules = namesIn(ruleLine, files.find(({ path }) => path === rulesFile)?.text ?? '');
  const cited = files
    .filter(({ path }) => commented.test(path))
    .flatMap(({ path, text }) => namesIn(citation, text).map((name) => ({ path, name })));
  const named = new Set(cited.map(({ name }) => name));
  return [
    ...cited
      .filter(({ name }) => !rules.includes(name))
      .map(({ path, name }) => `${path}: found the rule "${name}", wanted one of ${rulesFile}`),
    ...rules
      .filter((name) => !named.has(name))
      .map((name) => `${rulesFile}: found no comment that names "${name}", wanted one`),
    ...rules
      .filter((name, place) => rules.indexOf(name) !== place)
      .map((name) => `${rulesFile}: found "${name}" twice, wanted one`),
    ...files.flatMap(({ path, text }) =>
      Array.from(
        text.matchAll(elsewhere),
        ([name]) => `${path}: found "${name}", wanted what is in the repository`,
      ),
    ),
  ];
}

/** @param {RegExp} place @param {string} text */
function namesIn(place, text) {
  return Array.from(text.matchAll(place), ([, names = '']) => names.split(', ')).flat();
}

if (process.argv[1] === import.meta.filename) {
  const paths = repositoryFiles().filter(
    (path) => readable.test(path) && !path.startsWith('tools/check/gates/'),
  );
  report(findRuleFaults(paths.map((path) => ({ path, text: readFileSync(path, 'utf8') }))));
}
