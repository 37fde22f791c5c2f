import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { keepResult, readResults } from './results.mjs';

/** @typedef {import('./steps.mjs').Step} Step */

/**
 * Runs steps in their order, gates that follow one another as many at a time as there are cores.
 * @param {readonly Step[]} steps
 * @param {number} lastPossible when the last of them may begin
 * @returns {Promise<string[]>} what was not run, one sentence each
 */
export async function runSteps(steps, lastPossible) {
  /** @type {string[]} */
  const skipped = [];
  const left = [...steps];
  while (left.length > 0) {
    const gates = [...left, { runsAlone: true }].findIndex(({ runsAlone }) => runsAlone);
    const group = left.splice(0, Math.max(gates, 1));
    const worker = async () => {
      for (let step = group.shift(); step; step = group.shift()) {
        const next = step;
        if (Date.now() < lastPossible) await runStep(next.name, () => runCommands(next));
        else skipped.push(`Not run for want of time: ${next.name}`);
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, worker));
  }
  return skipped;
}

/**
 * Runs a step, and says which of its tests passed. One that fails without a failed test, or has no tests, is a result itself.
 * @param {string} step
 * @param {() => boolean | Promise<boolean>} run
 */
export async function runStep(step, run) {
  const from = Date.now();
  const before = readResults().length;
  /** Others run beside it. */
  const ownResults = () =>
    readResults()
      .slice(before)
      .filter((result) => result.step === step);
  console.log(`\n── ${step}`);
  const fine = await run();
  const tests = ownResults();
  if (tests.length === 0 || (!fine && tests.every(({ passed }) => passed)))
    keepResult({ step, file: '', title: step, passed: fine });
  const own = ownResults();
  const passed = own.filter((result) => result.passed).length;
  const seconds = ((Date.now() - from) / 1000).toFixed(1);
  console.log(`── ${step}: ${passed} passed, ${own.length - passed} failed (${seconds} s)`);
  return fine;
}

/** @param {Step} step @returns whether all of its commands succeeded */
async function runCommands({ name, commands, runsAlone }) {
  let fine = true;
  for (const [program = '', ...args] of commands) {
    const path = program === 'node' ? process.execPath : `node_modules/.bin/${program}`;
    const stdio = runsAlone ? 'inherit' : 'pipe';
    const child = spawn(path, args, {
      stdio: ['ignore', stdio, stdio],
      shell: process.platform === 'win32',
      env: { ...process.env, CHECK_STEP: name },
    });
    const closed = once(child, 'close');
    const output = await Promise.all([child.stdout, child.stderr].map((stream) => stream && text(stream)));
    const [code] = await closed;
    process.stdout.write(output.join(''));
    fine &&= code === 0;
  }
  return fine;
}
