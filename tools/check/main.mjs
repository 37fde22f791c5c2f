import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { build, install, requireNode, root } from '../build/prepare.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureEngines } from './engines.mjs';
import { ensurePostgres, NO_POSTGRES } from './postgres.mjs';
import { forgetResults, readResults } from './results.mjs';
import { runStep, runSteps } from './run-steps.mjs';
import { stepsOf, withoutPostgres } from './steps.mjs';

const help = `npm run check                               format, lint, types, and the unit tests beside what is not committed
npm test                                    all that a change can break, each thing once
npm test -- <step …>                        the named steps alone, and what they need
npm run prove                               everything, on every store and engine, in long forms
npm run prove -- --rest --minutes 25        what npm test left out, except browsers and mutations, in short forms, while the time lasts`;

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h' },
    check: { type: 'boolean' },
    prove: { type: 'boolean' },
    /** What `npm test` left out; its results are added to those of the run before. */
    rest: { type: 'boolean' },
    /** No step begins later. */
    minutes: { type: 'string' },
  },
});
if (values.help) {
  console.log(help);
  process.exit(0);
}
const minutes = Number(values.minutes ?? Number.POSITIVE_INFINITY);
if (!(minutes > 0)) {
  console.error(`Cannot run for "${values.minutes}" minutes: expected a number above 0`);
  process.exit(2);
}
requireNode();
process.chdir(root);
const lane = values.check ? 'check' : values.rest ? 'rest' : values.prove ? 'prove' : 'test';
if (lane === 'prove') process.env.PROVE_SIZE = 'full';

const steps = stepsOf(lane, changedFolders());
const unknown = names.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(
    `Cannot run "${unknown.join('", "')}": expected one of ${steps.map(({ name }) => name).join(', ')}`,
  );
  process.exit(2);
}
const chosen = steps.filter(({ name, lanes }) =>
  names.length === 0 ? lanes.includes(lane) : names.includes(name),
);
// While typing nothing is built: the types of demo and e2e are those of the last build.
const needs = new Set(lane === 'check' ? [] : chosen.flatMap((step) => step.needs));
const lastPossible = Date.now() + minutes * 60_000;
/** What did not run, a sentence each. @type {string[]} */
const notRun = [];

if (lane !== 'rest') forgetResults();
if (await runStep('install', install)) {
  const postgres = await prepare();
  const possible = process.env.TEST_DATABASE_URL ? chosen : withoutPostgres(chosen);
  notRun.push(...(await runSteps(possible, lastPossible)));
  await postgres?.stop();
}
process.exitCode = summarise();

/** Folders with files that are not committed. Tests elsewhere that depend on them are left to `npm test`. */
function changedFolders() {
  if (lane !== 'check') return [];
  const args = ['status', '--porcelain', '--untracked-files=all', '--no-renames', 'src', 'demo'];
  const files = execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
  return [...new Set(files.map((line) => `${dirname(line.slice('XY '.length))}/`))];
}

/** Brings all that the chosen steps need. */
async function prepare() {
  if (needs.has('chromium')) await runStep('chromium', () => ensureChromium({ keepsPages: lane !== 'test' }));
  const postgres = needs.has('postgres') ? await ensurePostgres() : undefined;
  if (postgres) await runStep('postgres', () => postgres.fine);
  if (postgres?.fine && !process.env.TEST_DATABASE_URL) notRun.push(NO_POSTGRES);
  if (needs.has('build') && !chosen.some(({ name }) => name === 'build')) await runStep('build', build);
  if (needs.has('engines')) notRun.push(...ensureEngines());
  return postgres;
}

/** A long log is often kept by its end alone: it says once more what failed. @returns {number} the exit code */
function summarise() {
  const results = readResults();
  const failed = results.filter(({ passed }) => !passed);
  const red = new Set(failed.map(({ step }) => step));
  if (notRun.length > 0) console.log(`\n${notRun.join('\n')}`);
  for (const { step, file, title, message } of failed)
    console.log(`\n✘ ${[step, file, title].filter(Boolean).join(' › ')}${message ? `\n${message}` : ''}`);
  if (red.size > 0) console.log(`\nFailed in: ${[...red].join(', ')}`);
  console.log(`\n${results.length - failed.length} passed, ${failed.length} failed`);
  return failed.length === 0 ? 0 : 1;
}
