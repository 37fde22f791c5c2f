import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

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

/** Builds the repository's files in a folder of their own. @param {string} folder */
function buildIn(folder) {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  for (const file of execFileSync('git', args, { encoding: 'utf8' }).split('\0').filter(Boolean)) {
    if (!existsSync(file)) continue;
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  const vite = join(folder, 'node_modules/vite/bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: folder, stdio: 'inherit' });
  return join(folder, 'dist');
}

if (process.argv[1] === import.meta.filename) {
  const folders = ['a', 'longer-name-'].map((name) => mkdtempSync(join(tmpdir(), name)));
  const [one = '', other = ''] = folders.map(buildIn);
  const different = findDifferences(one, other);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  for (const name of different)
    console.error(`two builds: found dist/${name} different, wanted the same bytes`);
  process.exitCode = different.length === 0 ? 0 : 1;
}
