import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { mutations } from './mutations.mjs';
import { ranInGates, ranInVitest } from './reports.mjs';

/** @typedef {import('./mutations.mjs').Mutation} Mutation */

const root = process.cwd();
const report = '.cache/mutation.json';

/** The files of the repository as they stand, with its packages and its build. */
function scratchCopy() {
  const copy = mkdtempSync(join(tmpdir(), 'threats-'));
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  for (const file of execFileSync('git', args, { encoding: 'utf8' }).split('\0').filter(Boolean)) {
    if (!existsSync(file)) continue;
    mkdirSync(join(copy, dirname(file)), { recursive: true });
    cpSync(file, join(copy, file));
  }
  for (const folder of ['node_modules', 'dist']) symlinkSync(join(root, folder), join(copy, folder));
  mkdirSync(join(copy, '.cache'));
  return copy;
}

/**
 * Runs one test on the copy: what stands against its having caught the mutation.
 * @param {string} copy
 * @param {Mutation['test']} test
 */
function missed(copy, { file, title }) {
  const name = title.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  const ran = file.endsWith('.test.mjs') ? runGate(copy, { file, name }) : runVitest(copy, { file, name });
  const named = ran.filter((one) => one.title.includes(title));
  if (named.length === 0) return 'the test did not run';
  return named.some(({ passed }) => !passed) ? undefined : 'the test did not fail';
}

/** @param {string} copy @param {{ file: string, name: string }} test */
function runVitest(copy, { file, name }) {
  rmSync(join(copy, report), { force: true });
  const args = [
    'run',
    file,
    '-t',
    name,
    '--reporter=json',
    `--outputFile=${report}`,
    '--project',
    'node',
    '--project',
    'wallet',
  ];
  const env = { ...process.env, TEST_DATABASE_URL: '' };
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  spawnSync(process.execPath, [vitest, ...args], { cwd: copy, env, stdio: 'ignore' });
  if (!existsSync(join(copy, report))) return [];
  return ranInVitest(JSON.parse(readFileSync(join(copy, report), 'utf8')));
}

/** @param {string} copy @param {{ file: string, name: string }} test */
function runGate(copy, { file, name }) {
  const args = ['--test', '--test-reporter=tap', `--test-name-pattern=${name}`, file];
  return ranInGates(spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' }).stdout);
}

/** @param {string} copy @param {Mutation} mutation */
function outcome(copy, { file, find, replace, test }) {
  const path = join(copy, file);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (text.split(find).length !== 2) return 'the text to change was not found once';
  writeFileSync(
    path,
    text.replace(find, () => replace),
  );
  const fault = missed(copy, test);
  writeFileSync(path, text);
  return fault;
}

// `node e2e/threats/prove.mjs S49` tries the named rows alone; without a name it is part of `npm run prove`.
const named = process.argv.slice(2);
if (named.length === 0 && process.env.E2E_SIZE !== 'full') {
  console.log('Controls are taken away one by one under npm run prove');
} else {
  const copy = scratchCopy();
  const chosen = mutations.filter(({ id }) => named.length === 0 || named.includes(id));
  const failed = chosen.filter((mutation) => {
    const fault = outcome(copy, mutation);
    console.log(`${fault ? '✘' : '✔'} ${mutation.id}: ${mutation.file}${fault ? `: ${fault}` : ''}`);
    return fault !== undefined;
  });
  rmSync(copy, { recursive: true, force: true });
  console.log(
    `${chosen.length - failed.length} of ${chosen.length} controls were missed when they were taken away`,
  );
  process.exitCode = failed.length === 0 && chosen.length > 0 ? 0 : 1;
}
