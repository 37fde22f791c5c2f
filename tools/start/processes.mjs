import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../build/prepare.mjs';

const graceMs = 10_000;

/**
 * @typedef {{ name: string, file: string, env: NodeJS.ProcessEnv }} Program
 * @typedef {import('node:child_process').ChildProcess} Child
 */

/**
 * Starts the program: when it ends by itself, `onDeath` gets a sentence that says so.
 * @param {Program} program
 * @param {(sentence: string) => void} onDeath
 */
export function startProgram({ name, file, env }, onDeath) {
  let stopping = false;
  const child = spawn(process.execPath, ['--enable-source-maps', file], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.once('exit', (code, signal) => {
    if (!stopping) onDeath(`The ${name} stopped by itself (${signal ?? `exit code ${code}`})`);
  });
  const stop = async () => {
    stopping = true;
    await stopChild(child);
  };
  return { child, stop };
}

/** @param {Child} child */
async function stopChild(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await exit;
  clearTimeout(late);
}

/**
 * Resolves when the address answers with a success; waits for ever, so race it with the death of its program.
 * @param {string} address
 */
export async function whenAnswering(address) {
  for (;;) {
    const answer = await fetch(address).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await pause(25);
  }
}

/**
 * False where somebody else listens there. Any other reason not to listen the program gives itself.
 * @param {number} port
 * @param {string} host
 */
export async function isFree(port, host) {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return true;
  } catch (error) {
    return Object(error).code !== 'EADDRINUSE';
  } finally {
    server.close();
  }
}
