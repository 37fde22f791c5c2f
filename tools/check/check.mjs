import { execFileSync, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { install, requireNode, root } from '../build/prepare.mjs';
import { refuseArguments } from '../start/arguments.mjs';
import { typeCheck } from './type-check.mjs';

refuseArguments('npm run check   format, lint, types, and the unit tests beside what is not committed');

// While typing: format, lint, types, and the unit tests in the folders that differ from the last commit, side by side. What else
// depends on them is up to `npm test`: of a rule about money that is nearly everything.
requireNode();
process.chdir(root);
if (!install()) process.exit(1);

/** @param {string[]} args */
const filesOfGit = (args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
const changed = [
  ...filesOfGit(['diff', '--name-only', '--relative', 'HEAD']),
  ...filesOfGit(['ls-files', '--others', '--exclude-standard']),
];
const folders = new Set(
  changed.filter((file) => /^(?:src|demo)\//.test(file)).map((file) => `${dirname(file)}/`),
);

/** @type {Record<string, string[]>} */
const checks = {
  lint: ['biome', 'check', '--error-on-warnings', '.'],
  types: typeCheck,
  ...(folders.size > 0 && {
    tests: ['vitest', 'run', ...folders, '--passWithNoTests', '--project=node', '--project=wallet'],
  }),
};

/** @param {[string, string[]]} check @returns {Promise<string[]>} its name when it failed */
function failureOf([check, [program = '', ...args]]) {
  const shell = process.platform === 'win32';
  const path = program === 'node' ? process.execPath : `node_modules/.bin/${program}`;
  const child = spawn(path, args, { stdio: 'inherit', shell });
  return new Promise((resolve) => child.once('close', (code) => resolve(code === 0 ? [] : [check])));
}

const failed = (await Promise.all(Object.entries(checks).map(failureOf))).flat();
if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
