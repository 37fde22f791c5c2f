import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { report, repositoryFiles } from './repository.mjs';

const MAX_FILES = 25;
const code = /\.(ts|tsx|mjs)$/;
/** Tests and test kits may import from anywhere. They are known by folder and suffix, never by a `test-` prefix. */
export const ofTests = /\.(test|spec)\.|\/test-(kit|service)\//;
/**
 * The rooms of the service from the top down: each imports from those below it alone (src/README.md). What only tests use, in the
 * test kit, may import from anywhere, and no room from it.
 */
export const ROOMS = [
  'main',
  'sandbox',
  'operators',
  'site',
  'api',
  'payments',
  'vault',
  'shoppers',
  'callbacks',
  'base',
  'tables',
];
/** One file for each of what there is: locales, tables. */
const isCollection = /(^|\/)(locales|tables)(\/|$)/;

/**
 * @param {ReadonlyMap<string, string>} files path inside the repository → text
 * @returns {string[]} what is wrong, one sentence each
 */
export function findStructureFaults(files) {
  const faults = [...circles(files, dirname), ...circles(files, withSubfolders)];
  return [...new Set(faults), ...risingImports(files), ...crowded([...files.keys()])];
}

/** What the service imports from a room above. @param {ReadonlyMap<string, string>} files */
function risingImports(files) {
  const product = [...files].filter(([file]) => /^src\/service\/.*\.tsx?$/.test(file) && !ofTests.test(file));
  return product.flatMap(([file, text]) => {
    const room = roomOf(file);
    if (!ROOMS.includes(room)) return [`rooms: found ${file} in no room of the service, wanted one`];
    const rooms = importsIn(file, text)
      .filter((path) => path.startsWith('src/service/'))
      .map(roomOf);
    return [...new Set(rooms)]
      .filter((other) => ROOMS.indexOf(other) < ROOMS.indexOf(room))
      .map((other) => `rooms: found ${file} importing from "${other}", wanted a room below "${room}"`);
  });
}

/** @param {string} file */
function roomOf(file) {
  const [room = '', ...rest] = file.split('/').slice(2);
  return rest.length === 0 ? '' : room;
}

/** The files that a file imports, by their paths in the repository. @param {string} file @param {string} text */
function importsIn(file, text) {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  const own = importedFiles.filter(({ fileName }) => fileName.startsWith('.'));
  return own.map(({ fileName }) => normalize(join(dirname(file), fileName)));
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

/** Which folders each folder imports from. @param {ReadonlyMap<string, string>} files @param {(file: string) => string} folderOf */
function importsByFolder(files, folderOf) {
  /** @type {Map<string, Set<string>>} */
  const edges = new Map();
  for (const [file, text] of files) {
    if (!code.test(file) || ofTests.test(file)) continue;
    const from = folderOf(file);
    for (const path of importsIn(file, text)) {
      const to = folderOf(path);
      if (to !== from) edges.set(from, (edges.get(from) ?? new Set()).add(to));
    }
  }
  return edges;
}

/**
 * Folders from which one comes back to where one was.
 * @param {ReadonlyMap<string, string>} files
 * @param {(file: string) => string} folderOf
 */
function circles(files, folderOf) {
  const edges = importsByFolder(files, folderOf);
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
  const own = repositoryFiles('src', 'demo', 'tools', 'e2e').filter(
    (file) => !file.startsWith('tools/check/gates/'),
  );
  report(
    findStructureFaults(
      new Map(own.map((file) => [file, code.test(file) ? readFileSync(file, 'utf8') : ''])),
    ),
  );
}
