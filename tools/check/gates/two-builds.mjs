import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { scratchCopy } from '../mutations/scratch-copy.mjs';
import { report } from './repository.mjs';

/** Of when the sources were written, not of what was built. */
const NOT_BUILT = ['.stamp'];

/**
 * Files that two folders do not have alike, byte for byte.
 * @param {string} one
 * @param {string} other
 */
export function findDifferences(one, other) {
  const names = (/** @type {string} */ folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      statSync(join(folder, name)).isFile(),
    );
  const all = [...new Set([...names(one), ...names(other)])]
    .filter((name) => !NOT_BUILT.includes(name))
    .sort();
  return all.filter((name) => {
    const files = [join(one, name), join(other, name)];
    if (!files.every((file) => existsSync(file))) return true;
    const [first, second] = files.map((file) => readFileSync(file));
    return !first || !second || !first.equals(second);
  });
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
