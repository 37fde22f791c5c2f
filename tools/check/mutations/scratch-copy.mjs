import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryFiles } from '../gates/repository.mjs';
import { readResults } from '../results.mjs';

const root = process.cwd();

/**
 * The files of the repository as they stand, outside it.
 * @param {string} name how the folder's name begins
 * @param {string[]} linked what is as it is there: its packages and its build
 */
export function scratchCopy(name, linked = ['node_modules', 'dist']) {
  const copy = mkdtempSync(join(tmpdir(), name));
  for (const file of repositoryFiles()) cpSync(file, join(copy, file));
  for (const folder of linked) symlinkSync(join(root, folder), join(copy, folder));
  return copy;
}

/**
 * The tests of Vitest that ran in the copy; none where it could not load them. One worker loads the service once, which takes
 * longer than the tests.
 * @param {string} copy
 * @param {string[]} args
 */
export function runVitest(copy, args) {
  rmSync(join(copy, '.cache/results.jsonl'), { force: true });
  const projects = ['node', 'wallet', 'gates'].map((name) => `--project=${name}`);
  const reporter = '--reporter=./tools/check/reporters/vitest-reporter.mjs';
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  spawnSync(process.execPath, [vitest, 'run', ...args, reporter, ...projects, '--maxWorkers=1'], {
    cwd: copy,
    env: { ...process.env, TEST_DATABASE_URL: '', NODE_ENV: undefined, VITEST: undefined },
    stdio: 'ignore',
  });
  return readResults(copy);
}
