import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

export type ChildProgram = {
  /** What it has printed. */
  output(): string;
  /** Tries until `look` finds something; a program that ends before has failed. */
  until<T>(look: () => Promise<T | undefined>): Promise<T>;
  stop(): Promise<void>;
};

const READY_WITHIN_MS = 60_000;

/** A program of the system; it ends with this one at the latest. */
export function startProgram(path: string, args: readonly string[], environment = {}): ChildProgram {
  const child = spawn(path, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const ended = once(child, 'exit');
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    output: () => output,
    async until(look) {
      const deadline = Date.now() + READY_WITHIN_MS;
      while (Date.now() < deadline && !hasEnded()) {
        const found = await look().catch(() => undefined);
        if (found !== undefined) return found;
        await delay(50);
      }
      const state = hasEnded() ? `it ended with ${child.exitCode ?? child.signalCode}` : 'it is not ready';
      throw new Error(`Cannot start ${path}: ${state}`);
    },
    async stop() {
      process.removeListener('exit', kill);
      if (hasEnded()) return;
      child.kill('SIGTERM');
      await Promise.race([ended, delay(5_000, undefined, { ref: false })]);
      kill();
    },
  };
}
