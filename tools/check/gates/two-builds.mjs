import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { scratchCopy } from '../mutations/scratch-copy.mjs';
import { report } from './repository.mjs';

/** Of when the sources were written, not of what was built. */
const NOT_BUILT = ['.stamp'];

/** The bytes of each file below a folder. @param {string} folder */
function bytesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const built = entries.filter((entry) => entry.isFile() && !NOT_BUILT.includes(entry.name));
  const paths = built.map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [relative(folder, path), readFileSync(path, 'latin1')]));
}

/** Files that two folders do not have alike. @param {string} one @param {string} other */
export function findDifferences(one, other) {
  const first = bytesIn(one);
  const second = bytesIn(other);
  const all = [...new Set([...first.keys(), ...second.keys()])].sort();
  return all.filter((name) => first.get(name) !== second.get(name));
}

/** Builds the repository's files in a folder of their own. @param {string} name how that folder's begins */
function buildIn(name) {
  const folder = scratchCopy(name, ['node_modules']);
  const vite = join(folder, 'node_modules/vite/bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: folder, stdio: 'inherit' });
  return folder;
}

if (process.argv[1] === import.meta.filename) {
  const folders = ['a', 'longer-name-'].map(buildIn);
  const [one = '', other = ''] = folders.map((folder) => join(folder, 'dist'));
  const different = findDifferences(one, other);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  report(different.map((name) => `two builds: found dist/${name} different, wanted the same bytes`));
}
