import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Names one run of one process, so that a later process with the same pid is not mistaken for it. */
export type ProcessIdentity = {
  pid: number;
  host: string;
  /** In the system's own spelling; absent where the system does not tell it. */
  startedAt?: string | undefined;
  bootId?: string | undefined;
};

export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, host: hostname(), startedAt: startOf(process.pid), bootId: bootId() };
}

/** `elsewhere`: another machine or container wrote the identity, and nothing here can tell whether it runs. */
export function stateOf(identity: ProcessIdentity): 'running' | 'gone' | 'elsewhere' {
  if (identity.host !== hostname()) return 'elsewhere';
  if (identity.bootId && identity.bootId !== bootId()) return 'gone';
  if (!exists(identity.pid)) return 'gone';
  const startedAt = startOf(identity.pid);
  if (startedAt === 'zombie') return 'gone';
  return identity.startedAt && startedAt && identity.startedAt !== startedAt ? 'gone' : 'running';
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process runs, as somebody else.
    return error instanceof Error && 'code' in error && error.code !== 'ESRCH';
  }
}

function startOf(pid: number): string | undefined {
  if (process.platform === 'win32') return undefined;
  if (process.platform === 'linux') return linuxStartOf(pid);
  return quietly(() => execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim());
}

/** Start in clock ticks since boot. A killed process stays listed as a zombie until its parent has looked. */
function linuxStartOf(pid: number): string | undefined {
  const stat = quietly(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  // The command's name, in brackets, may itself hold brackets and blanks.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields?.[0] === 'Z' || fields?.[0] === 'X' ? 'zombie' : fields?.[19];
}

function bootId(): string | undefined {
  return quietly(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
}

function quietly<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
