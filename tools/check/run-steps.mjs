import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { keepResult, readResults } from './results.mjs';

/** @typedef {import('./steps.mjs').Step} Step */

/**
 * Runs steps in their order, gates beside one another, as many at a time as there are cores.
 * @param {readonly Step[]} steps
 * @param {number} lastPossible when the last of them may begin
 * @returns {Promise<string[]>} what was not run, one sentence each
 */
export async function runSteps(steps, lastPossible) {
  /** @type {string[]} */
  const skipped = [];
  for (const group of groupsOf(steps)) {
    const worker = async () => {
      for (let step = group.shift(); step; step = group.shift()) {
        const next = step;
        if (Date.now() < lastPossible) await report(next.name, () => runStep(next));
        else skipped.push(`Not run for want of time: ${next.name}`);
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, worker));
  }
  return skipped;
}

/** The steps in their order, gates that follow one another as one group. @param {readonly Step[]} inOrder */
function groupsOf(inOrder) {
  /** @type {Step[][]} */
  const groups = [];
  for (const step of inOrder) {
    const last = groups.at(-1);
    if (step.kind === 'gate' && last?.[0]?.kind === 'gate') last.push(step);
    else groups.push([step]);
  }
  return groups;
}

/**
 * Says what a step did: its tests are those results of it that are newer.
 * @template Done
 * @param {string} step
 * @param {() => Promise<Done>} run
 */
export async function report(step, run) {
  const from = Date.now();
  const before = readResults().length;
  console.log(`\n── ${step}`);
  const done = await run();
  const own = readResults()
    .slice(before)
    .filter((result) => result.step === step);
  const passed = own.filter((result) => result.passed).length;
  const seconds = ((Date.now() - from) / 1000).toFixed(1);
  console.log(`── ${step}: ${passed} passed, ${own.length - passed} failed (${seconds} s)`);
  return done;
}

/** A command that fails without a failed test, or has no tests, is a result itself. @param {Step} step */
async function runStep({ name, commands, kind }) {
  const before = readResults().length;
  let isFine = true;
  for (const command of commands) {
    const { fine, output } = await runCommand(command, { step: name, keepsOutput: kind !== 'suite' });
    process.stdout.write(output);
    isFine &&= fine;
  }
  const own = readResults()
    .slice(before)
    .filter(({ step }) => step === name);
  if (own.length === 0 || (!isFine && own.every(({ passed }) => passed)))
    keepResult({ step: name, file: '', title: name, passed: isFine });
}

/**
 * @param {string[]} command
 * @param {{ step: string, keepsOutput: boolean }} options
 * @returns {Promise<{ fine: boolean, output: string }>}
 */
function runCommand([program = '', ...args], { step, keepsOutput }) {
  const path = program === 'node' ? process.execPath : `node_modules/.bin/${program}`;
  const stdio = keepsOutput ? 'pipe' : 'inherit';
  const child = spawn(path, args, {
    stdio: ['ignore', stdio, stdio],
    shell: process.platform === 'win32',
    env: { ...process.env, CHECK_STEP: step },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ fine: code === 0, output }));
  });
}
