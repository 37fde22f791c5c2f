import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export type Program = {
  process: ChildProcess;
  /** The next line it says; undefined once it has ended. */
  nextLine(): Promise<string | undefined>;
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
};

/** Starts one of the programs that build-programs.ts made. */
export function startProgram(directory: string, name: string, args: string[]): Program {
  const child = spawn(process.execPath, [join(directory, `${name}.js`), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    process: child,
    async nextLine() {
      const { value, done } = await lines.next();
      return done ? undefined : value;
    },
    async kill(signal) {
      child.kill(signal);
      await exited;
    },
  };
}
