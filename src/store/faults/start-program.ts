import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export type Program = {
  process: ChildProcess;
  /** The next line of output; undefined once the program has ended. */
  nextLine(): Promise<string | undefined>;
  /** Its exit code; null after a signal. */
  exitCode: Promise<number | null>;
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
};

export type ProgramOptions = { args: string[]; nodeArgs?: string[] };

/** Starts one of the programs that build-programs.ts made. */
export function startProgram(
  directory: string,
  name: string,
  { args, nodeArgs = [] }: ProgramOptions,
): Program {
  const child = spawn(process.execPath, [...nodeArgs, join(directory, `${name}.js`), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exitCode = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    process: child,
    exitCode: exitCode,
    async nextLine() {
      const { value, done } = await lines.next();
      return done ? undefined : value;
    },
    async kill(signal) {
      child.kill(signal);
      await exitCode;
    },
  };
}
