import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import * as z from 'zod/mini';
import { StoreError } from '../store-error.ts';
import { ownIdentity, stateOf } from './process-identity.ts';

const Claim = z.object({
  /** Unique per claim: two claims are never mistaken for each other. */
  nonce: z.uuid(),
  pid: z.int().check(z.positive()),
  host: z.string(),
  startedAt: z.optional(z.string()),
  bootId: z.optional(z.string()),
});
const Json = z.pipe(
  z.string(),
  z.transform((text: string, context) => {
    try {
      return JSON.parse(text);
    } catch {
      context.issues.push({ code: 'custom', message: 'not JSON', input: text });
      return z.NEVER;
    }
  }),
);
type Claim = z.infer<typeof Claim>;
type FoundLock = { path: string; claim: Claim };

/** A claim of which there is no more than a part is looked at for about a second. */
const MAX_LOOKS = 50;
const LOOK_MS = 20;

/**
 * Takes the lock, or raises `lock_held`, which names its owner and adds `advice`: what to do while that runs. Returns the
 * lock's release. If the owner is dead, one process succeeds it: it creates `<lock>.after-<the owner's nonce>`, which only one
 * process can, and then renames its claim over the lock. A successor that dies in between is succeeded in the same way. No
 * lock expires by age.
 */
export function takeFileLock(lock: string, advice: string): () => void {
  const nonce = randomUUID();
  const own = `${lock}.${nonce}`;
  writeDurably(own, JSON.stringify({ nonce, ...ownIdentity() }));
  try {
    while (!tryToTake(lock, { own, advice })) {}
  } finally {
    rmSync(own, { force: true });
  }
  return () => {
    if (readClaim(lock)?.nonce === nonce) rmSync(lock);
  };
}

/** False when the files changed meanwhile: the caller looks again. */
function tryToTake(lock: string, { own, advice }: { own: string; advice: string }): boolean {
  const chain = succession(lock);
  const [root] = chain;
  const last = chain.at(-1);
  if (!root || !last) return createdAs(lock, own);
  refuseUnlessGone(last, { lock, advice });
  const successor = successorOf(lock, last.claim);
  if (!createdAs(successor, own)) return false;
  if (readClaim(lock)?.nonce !== root.claim.nonce) {
    rmSync(successor);
    return false;
  }
  renameSync(own, lock);
  // Removed only now: a process that still looks at the old claims finds the lock changed and starts over.
  for (const path of [...chain.slice(1).map((found) => found.path), successor]) rmSync(path, { force: true });
  return true;
}

function succession(lock: string): FoundLock[] {
  const chain: FoundLock[] = [];
  let path = lock;
  for (let claim = readClaim(path); claim; claim = readClaim(path)) {
    chain.push({ path, claim });
    path = successorOf(lock, claim);
  }
  return chain;
}

const successorOf = (lock: string, claim: Claim) => `${lock}.after-${claim.nonce}`;

function refuseUnlessGone({ claim }: FoundLock, { lock, advice }: { lock: string; advice: string }) {
  const state = stateOf(claim);
  if (state === 'gone') return;
  const help =
    state === 'running'
      ? advice
      : `it cannot be checked from this machine; if it no longer runs, delete "${lock}"`;
  throw new StoreError(
    'lock_held',
    `Cannot lock "${lock}": process ${claim.pid} on ${claim.host} holds it; ${help}`,
  );
}

function readClaim(path: string): Claim | undefined {
  for (let looks = 1; ; looks += 1) {
    const text = readIfThere(path);
    if (text === undefined) return undefined;
    const parsed = z.pipe(Json, Claim).safeParse(text);
    if (parsed.success) return parsed.data;
    if (looks === MAX_LOOKS) {
      throw new StoreError(
        'lock_held',
        `Cannot lock "${path}": it names no owner; if no process uses what it locks, delete the file`,
      );
    }
    // Where a file system has no links, a claim is there before its text is.
    sleep(LOOK_MS);
  }
}

function sleep(milliseconds: number) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** A link appears whole, and only if its name is free. Some file systems have no links. */
function createdAs(path: string, own: string): boolean {
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    return codeOf(error) === 'EEXIST' ? false : createdAsCopy(path, own);
  }
}

function createdAsCopy(path: string, own: string): boolean {
  try {
    writeDurably(path, readFileSync(own, 'utf8'));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Synced, because a claim that a power loss emptied would name nobody. */
function writeDurably(path: string, text: string) {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function codeOf(error: unknown) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
