import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

const MIGRATIONS = 'src/service/tables/migrations/*.sql';
const BUILDS = '.cache/previous-builds';

const git = (...words: readonly string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim();

/** The last commit without the newest migration; undefined where this clone does not reach back so far. */
export function commitBefore(): string | undefined {
  try {
    if (git('status', '--porcelain', '--', MIGRATIONS) !== '') return git('rev-parse', 'HEAD');
    const newest = git('log', '-1', '--format=%H', '--diff-filter=A', '--', MIGRATIONS);
    return git('rev-parse', '--verify', '--quiet', `${newest}^`);
  } catch {
    return undefined;
  }
}

/** Builds the service of a commit, once. Returns the folder of its programs. */
export function buildOf(commit: string): string {
  const folder = resolve(BUILDS, commit);
  const programs = join(folder, 'dist/service');
  if (existsSync(join(programs, 'main.js'))) return programs;
  mkdirSync(folder, { recursive: true });
  const archive = git('archive', '--format=tar', `--output=${folder}.tar`, commit);
  execFileSync('tar', ['-xf', `${folder}.tar`, '-C', folder], { input: archive });
  if (!existsSync(join(folder, 'node_modules')))
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  // It serves these and pays without looking at them.
  for (const part of ['sdk', 'wallet', 'inspector'])
    cpSync(join('dist', part), join(folder, 'dist', part), { recursive: true });
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    cwd: folder,
    env: { ...process.env, BUILD_PARTS: 'service' },
    stdio: 'pipe',
  });
  return programs;
}
