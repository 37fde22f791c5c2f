import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const MAX_FILES = 25;
const code = /\.(ts|tsx|mjs)$/;
/** What a test needs may come from anywhere. */
const ofTests = /\.(test|spec)\.|(^|\/)test(ing)?[-/]/;
/** One file for each of what there is: locales, tables. */
const isCollection = /(^|\/)(locales|tables)(\/|$)/;

/**
 * @param {ReadonlyMap<string, string>} files path inside the repository → text
 * @returns {string[]} what is wrong, one sentence each
 */
export function findStructureFaults(files) {
  return [...circles(files), ...crowded([...files.keys()])];
}

/** Which folders each folder imports from. @param {ReadonlyMap<string, string>} files */
function importsByFolder(files) {
  /** @type {Map<string, Set<string>>} */
  const edges = new Map();
  for (const [file, text] of files) {
    if (!code.test(file) || ofTests.test(file)) continue;
    const from = dirname(file);
    for (const [, path = ''] of text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)) {
      const to = dirname(normalize(join(from, path)));
      if (to !== from) edges.set(from, (edges.get(from) ?? new Set()).add(to));
    }
  }
  return edges;
}

/** Folders from which one comes back to where one was. @param {ReadonlyMap<string, string>} files */
function circles(files) {
  const edges = importsByFolder(files);
  /** @param {string} start */
  const reachedFrom = (start) => {
    const reached = new Set();
    const left = [...(edges.get(start) ?? [])];
    for (let at = left.pop(); at !== undefined; at = left.pop()) {
      if (reached.has(at)) continue;
      reached.add(at);
      left.push(...(edges.get(at) ?? []));
    }
    return reached;
  };
  const round = [...edges.keys()].filter((folder) => reachedFrom(folder).has(folder)).sort();
  return round.map(
    (folder) => `folders: found "${folder}" importing itself by way of others, wanted one direction`,
  );
}

/** @param {string[]} files */
function crowded(files) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  return [...counts]
    .filter(([folder, count]) => count > MAX_FILES && !isCollection.test(folder))
    .map(([folder, count]) => `folders: found ${count} files in "${folder}", wanted at most ${MAX_FILES}`);
}

if (process.argv[1] === import.meta.filename) {
  const listed = execFileSync('git', ['ls-files', 'src', 'demo', 'scripts', 'e2e'], { encoding: 'utf8' });
  const files = new Map(
    listed
      .trim()
      .split('\n')
      .filter((file) => !file.startsWith('e2e/gates/'))
      .map((file) => [file, code.test(file) ? readFileSync(file, 'utf8') : '']),
  );
  const faults = findStructureFaults(files);
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
