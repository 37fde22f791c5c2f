import { probeCommit } from '../../../store/commit-probe.ts';
import type { Database } from '../../../store/database.ts';
import { ServiceError } from '../service-error.ts';

/** How long the store may take to commit. */
const COMMIT_MS = 3_000;
/** Anybody may ask, so that the store is not asked each time. */
const FRESH_MS = 1_000;

type Probe = { readonly askedAt: number; readonly answer: Promise<void>; isOpen: boolean };

/**
 * A function that raises `store_unavailable` unless a payment could be stored now: where the store is gone or read-only, and where
 * a commit hangs. The embedded store has no limit of its own: a statement that hangs holds up all others.
 */
export function readinessOf(db: Database): () => Promise<void> {
  let last: Probe | undefined;
  return async () => {
    const now = performance.now();
    if (!last || (!last.isOpen && now - last.askedAt >= FRESH_MS)) last = probe(db, now);
    const { askedAt, answer } = last;
    await inTime(answer, askedAt + COMMIT_MS - now).catch((cause) => {
      // A load balancer needs to know where to send requests, not why.
      throw new ServiceError('store_unavailable', 'Cannot reach the store: try again', { cause });
    });
  };
}

function probe(db: Database, askedAt: number): Probe {
  const end = () => {
    asked.isOpen = false;
  };
  const answer = probeCommit(db).finally(end);
  const asked: Probe = { askedAt, answer, isOpen: true };
  // Somebody else may be asked by then.
  answer.catch(() => {});
  return asked;
}

function inTime(answer: Promise<void>, milliseconds: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new Error(`Cannot wait longer than ${COMMIT_MS} ms`));
    const timer = setTimeout(refuse, Math.max(milliseconds, 0));
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
