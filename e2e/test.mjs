import { mkdirSync, rmSync } from 'node:fs';
import { install, requireNode, root } from '../demo/prepare.mjs';
import { requireEngines } from './engines/install-engines.mjs';
import { failures } from './failures.mjs';
import { requireChromium } from './install-chromium.mjs';
import { requirePostgres } from './install-postgres.mjs';
import { steps } from './steps.mjs';

// `npm test -- lint vitest` runs the named steps alone; `--full` the long forms of all.
const words = process.argv.slice(2);
const named = words.filter((word) => !word.startsWith('-'));
if (words.includes('--full')) process.env.E2E_SIZE = 'full';

/** @typedef {{ passed: number, failed: number }} Count */

/**
 * @param {string} name
 * @param {() => Count} run
 * @returns {Count & { name: string }}
 */
function report(name, run) {
  const from = Date.now();
  console.log(`\n── ${name}`);
  const count = run();
  const seconds = ((Date.now() - from) / 1000).toFixed(1);
  console.log(`── ${name}: ${count.passed} passed, ${count.failed} failed (${seconds} s)`);
  return { name, ...count };
}

/** @param {boolean} fine */
const oneGate = (fine) => (fine ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

requireNode();
process.chdir(root);
mkdirSync('.cache', { recursive: true });
for (const file of ['proofs.jsonl', 'vitest.json', 'playwright.json', 'engines.json', 'faults.json'])
  rmSync(`.cache/${file}`, { force: true });
/** @type {string[]} */
let unchecked = [];
const results = [report('install', () => oneGate(install()))];
if (results[0]?.failed === 0) {
  results.push(report('chromium', () => oneGate(requireChromium())));
  const postgres = await requirePostgres();
  results.push(report('postgres', () => oneGate(postgres.fine)));
  const chosen = steps.filter(({ name }) => named.length === 0 || named.includes(name));
  if (chosen.some(({ name }) => name === 'engines')) unchecked = requireEngines();
  for (const { name, run } of chosen) results.push(report(name, run));
  await postgres.stop();
}

const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
const red = results.filter((result) => result.failed > 0).map(({ name }) => name);
if (unchecked.length > 0) console.log(`\n${unchecked.join('\n')}`);
for (const failure of failures()) console.log(`\n✘ ${failure}`);
if (red.length > 0) console.log(`\nFailed in: ${red.join(', ')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
