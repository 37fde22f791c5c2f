import { readFileSync } from 'node:fs';
import { check } from 'recheck';
import ts from 'typescript';
import { report, repositoryFiles } from './repository.mjs';
import { ofTests } from './structure.mjs';

/** For one expression; a slow machine is not a slow expression. */
const TIMEOUT_MS = 60_000;

/**
 * Expressions for which somebody can write a text that keeps them busy longer than in proportion to its length.
 * @param {{ path: string, text: string }[]} sources
 * @returns {Promise<string[]>} one sentence each
 */
export async function findSlowExpressions(sources) {
  /** @type {Map<string, string>} */
  const places = new Map();
  for (const source of sources) {
    for (const { literal, line } of expressionsIn(source)) places.set(literal, `${source.path}:${line}`);
  }
  const faults = [];
  for (const [literal, place] of places) {
    const end = literal.lastIndexOf('/');
    const found = await check(literal.slice(1, end), literal.slice(end + 1), { timeout: TIMEOUT_MS });
    if (found.status !== 'safe') {
      const reason = found.status === 'vulnerable' ? found.complexity.summary : found.error.kind;
      faults.push(`${place}: found ${literal}, ${reason}, wanted one of linear time`);
    }
  }
  return faults;
}

/** @param {{ path: string, text: string }} source */
function expressionsIn({ path, text }) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  /** @type {{ literal: string, line: number }[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      found.push({ literal: node.text, line: line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

if (process.argv[1] === import.meta.filename) {
  // The SDK reads what the shop's own page writes.
  const files = repositoryFiles('src/contract', 'src/inspector', 'src/server', 'src/service', 'src/wallet');
  const paths = files.filter((path) => /\.(ts|tsx|js)$/.test(path) && !isOurs(path));
  report(await findSlowExpressions(paths.map((path) => ({ path, text: readFileSync(path, 'utf8') }))));
}

/** What only the build and tests read is written by us. @param {string} path */
function isOurs(path) {
  return ofTests.test(path) || path.startsWith('src/wallet/build/');
}
