import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { report, repositoryFiles } from './repository.mjs';

/** @typedef {{ file: string, path: string }} Import `path`: the imported file's */

const MAX_FILES = 25;
const code = /\.(ts|tsx|mjs)$/;
/** Tests and test kits may import from anywhere. They are known by folder and suffix, never by a `test-` prefix. */
export const ofTests = /\.(test|spec)\.|\/test-(kit|service)\//;
/**
 * The rooms of the service from the top down, as the map in src/README.md has them: each imports from those below it alone. What
 * only tests use, in the test kit, may import from anywhere, and no room from it.
 */
const [, map = ''] = /^service .*\n([\s\S]*?)^server /m.exec(readFileSync('src/README.md', 'utf8')) ?? [];
const rooms = Array.from(map.matchAll(/^ {2}(\w+) /gm), ([, room]) => room);

/** One file for each of what there is: locales, tables. */
const isCollection = /(^|\/)(locales|tables)(\/|$)/;

/**
 * @param {ReadonlyMap<string, string>} files path inside the repository → text
 * @returns {string[]} what is wrong, one sentence each
 */
export function findStructureFaults(files) {
  const product = [...files].filter(([file]) => code.test(file) && !ofTests.test(file));
  const imports = product.flatMap(([file, text]) => importsIn(file, text));
  const faults = [
    ...circles(imports, dirname),
    ...circles(imports, withSubfolders),
    ...product.flatMap(([file]) => strayFaults(file)),
    ...imports.flatMap(risingFaults),
    ...crowded([...files.keys()]),
  ];
  return [...new Set(faults)];
}

/** @param {string} file @param {string} text @returns {Import[]} */
export function importsIn(file, text) {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  const own = importedFiles.filter(({ fileName }) => fileName.startsWith('.'));
  return own.map(({ fileName }) => ({ file, path: normalize(join(dirname(file), fileName)) }));
}

/** The room of the service that a file is in; none: ''. @param {string} file */
const roomOf = (file) => /^src\/service\/([^/]+)\//.exec(file)?.[1] ?? '';

/** @param {string} file @returns {string[]} */
function strayFaults(file) {
  if (!file.startsWith('src/service/') || rooms.includes(roomOf(file))) return [];
  return [`rooms: found ${file} in no room of the service, wanted one`];
}

/** @param {Import} one @returns {string[]} */
function risingFaults({ file, path }) {
  const [from, to] = [file, path].map(roomOf);
  if (!from || !to || rooms.indexOf(to) >= rooms.indexOf(from)) return [];
  return [`rooms: found ${file} importing from "${to}", wanted a room below "${from}"`];
}

/**
 * A folder of a part counts with all that is in it. In the service a subfolder counts by itself: `payments/model` is below
 * `payments`, `payments/threeds` above it.
 * @param {string} file
 */
function withSubfolders(file) {
  const folder = dirname(file);
  return folder.startsWith('src/service/') ? folder : folder.split('/').slice(0, 3).join('/');
}

/**
 * Folders from which one comes back to where one was.
 * @param {readonly Import[]} imports
 * @param {(file: string) => string} folderOf
 */
function circles(imports, folderOf) {
  /** @type {Map<string, Set<string>>} */
  const edges = new Map();
  for (const { file, path } of imports) {
    const [from, to] = [folderOf(file), folderOf(path)];
    if (to !== from) edges.set(from, (edges.get(from) ?? new Set()).add(to));
  }
  const round = [...edges.keys()].filter((start) => {
    const reached = new Set(edges.get(start));
    // What is added meanwhile has its turn, too.
    for (const folder of reached) for (const next of edges.get(folder) ?? []) reached.add(next);
    return reached.has(start);
  });
  return round
    .sort()
    .map((folder) => `folders: found "${folder}" importing itself by way of others, wanted one direction`);
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
  const files = repositoryFiles('src', 'demo', 'tools', 'e2e').filter(
    (file) => !file.startsWith('tools/check/gates/'),
  );
  const texts = files.map(
    (file) => /** @type {const} */ ([file, code.test(file) ? readFileSync(file, 'utf8') : '']),
  );
  report(findStructureFaults(new Map(texts)));
}
