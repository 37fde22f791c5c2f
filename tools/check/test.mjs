import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { build, install, requireNode, root } from '../build/prepare.mjs';
import { failures } from './failures.mjs';
import { requireChromium } from './install-chromium.mjs';
import { requireEngines } from './install-engines.mjs';
import { requirePostgres } from './install-postgres.mjs';

/** @typedef {import('./steps.mjs').Count} Count */
/** @typedef {import('./steps.mjs').Step} Step */

const help = `npm test                                    all that a change can break, each thing once
npm test -- <step …>                        the named steps alone, and what they need
npm run prove                               everything, on every store and engine, in long forms
npm run prove -- --rest --minutes 25        what npm test left out, in short forms, while the time lasts`;

const { values, positionals: named } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h' },
    /** Everything, in long forms. */
    whole: { type: 'boolean' },
    /** What `npm test` left out; its counts are added to those of the run before. */
    rest: { type: 'boolean' },
    /** No step begins later. */
    minutes: { type: 'string' },
  },
});
if (values.help) {
  console.log(help);
  process.exit(0);
}
requireNode();
process.chdir(root);
if (values.rest) process.env.E2E_LANE = 'rest';
else if (values.whole) Object.assign(process.env, { E2E_LANE: 'whole', E2E_SIZE: 'full' });
const { lane } = await import('./lane.mjs');
const { steps } = await import('./steps.mjs');

const unknown = named.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(
    `Cannot run "${unknown.join('", "')}": expected one of ${steps.map(({ name }) => name).join(', ')}`,
  );
  process.exit(2);
}

const countsFile = '.cache/counts.json';
const lastPossible = Date.now() + Number(values.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
const chosen = steps.filter(({ name, lanes }) =>
  named.length === 0 ? lanes.includes(lane()) : named.includes(name),
);
const needs = new Set(chosen.flatMap((step) => step.needs));

/**
 * @param {string} name
 * @param {() => Count | Promise<Count & { output: string }>} run
 * @returns {Promise<Count & { name: string }>}
 */
async function report(name, run) {
  const from = Date.now();
  console.log(`\n── ${name}`);
  const { passed, failed, output = '' } = { output: '', ...(await run()) };
  const seconds = ((Date.now() - from) / 1000).toFixed(1);
  process.stdout.write(output);
  console.log(`── ${name}: ${passed} passed, ${failed} failed (${seconds} s)`);
  return { name, passed, failed };
}

/** @param {boolean} fine */
const oneGate = (fine) => (fine ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

/** Steps that may run beside one another, as many at a time as there are cores; each begins while there is time. @param {Step[]} group */
async function runBeside(group) {
  const waiting = [...group];
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      if (Date.now() < lastPossible) results.push(await report(step.name, step.run));
      else unchecked.push(`Not run for want of time: ${step.name}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

/** The steps in their order, gates that follow one another as one group. @param {Step[]} inOrder */
const groupsOf = (inOrder) =>
  inOrder.reduce(
    (groups, step) => {
      const last = groups.at(-1);
      if (step.kind === 'gate' && last?.[0]?.kind === 'gate') last.push(step);
      else groups.push([step]);
      return groups;
    },
    /** @type {Step[][]} */ ([]),
  );

/**
 * What an earlier run left: the counts that `--rest` adds to, and what failed in it, said once more at the end.
 * @returns {Count & { red: string[], told: string[] }}
 */
function runBefore() {
  if (lane() !== 'rest' || !existsSync(countsFile)) return { passed: 0, failed: 0, red: [], told: [] };
  return JSON.parse(readFileSync(countsFile, 'utf8'));
}

mkdirSync('.cache', { recursive: true });
const before = runBefore();
const reports = ['vitest.json', 'vitest-long.json', 'playwright.json', 'engines.json', 'faults.json'];
for (const file of [...(lane() === 'rest' ? [] : ['proofs.jsonl']), ...reports])
  rmSync(`.cache/${file}`, { force: true });

/** @type {string[]} */
const unchecked = [];
const results = [await report('install', () => oneGate(install()))];
if (results[0]?.failed === 0) {
  if (needs.has('chromium')) results.push(await report('chromium', () => oneGate(requireChromium())));
  const postgres = needs.has('postgres') ? await requirePostgres() : undefined;
  if (postgres) results.push(await report('postgres', () => oneGate(postgres.fine)));
  if (needs.has('build') && !chosen.some(({ name }) => name === 'build'))
    results.push(await report('build', () => oneGate(build())));
  if (needs.has('engines')) unchecked.push(...requireEngines());
  for (const group of groupsOf(chosen)) await runBeside(group);
  await postgres?.stop();
}

const passed = results.reduce((sum, result) => sum + result.passed, before.passed);
const failed = results.reduce((sum, result) => sum + result.failed, before.failed);
const red = [...before.red, ...results.filter((result) => result.failed > 0).map(({ name }) => name)];
const told = [...before.told, ...failures()];
writeFileSync(countsFile, JSON.stringify({ passed, failed, red, told }));
if (unchecked.length > 0) console.log(`\n${unchecked.join('\n')}`);
for (const failure of told) console.log(`\n✘ ${failure}`);
if (red.length > 0) console.log(`\nFailed in: ${red.join(', ')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
