import { spawn } from 'node:child_process';
import { install, requireNode, root } from '../prepare.mjs';

// While typing: format, lint, types, and the unit tests of what differs from the last commit, side by side.
requireNode();
process.chdir(root);
if (!install()) process.exit(1);

/** @type {string[][]} */
const checks = [
  ['biome', 'check', '--error-on-warnings', '.'],
  ['tsc', '-b'],
  ['vitest', 'run', '--changed', '--passWithNoTests', '--project=node', '--project=wallet'],
];

/** @param {string[]} command @returns {Promise<string[]>} its name when it failed */
function failureOf([name = '', ...args]) {
  const shell = process.platform === 'win32';
  const child = spawn(`node_modules/.bin/${name}`, args, { stdio: 'inherit', shell });
  return new Promise((resolve) => child.once('close', (code) => resolve(code === 0 ? [] : [name])));
}

const failed = (await Promise.all(checks.map(failureOf))).flat();
if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
