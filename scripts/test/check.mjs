import { spawn } from 'node:child_process';
import { install, requireNode, root } from '../prepare.mjs';
import { typeCheck } from './type-check.mjs';

// While typing: format, lint, types, and the unit tests of what differs from the last commit, side by side.
requireNode();
process.chdir(root);
if (!install()) process.exit(1);

/** @type {Record<string, string[]>} */
const checks = {
  lint: ['biome', 'check', '--error-on-warnings', '.'],
  types: typeCheck,
  tests: ['vitest', 'run', '--changed', '--passWithNoTests', '--project=node', '--project=wallet'],
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
