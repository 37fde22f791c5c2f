import { setTimeout as pause } from 'node:timers/promises';
import { probeCommit } from '../../../store/commit-probe.ts';
import type { Database } from '../../../store/database.ts';
import { QueryError } from '../../../store/engine.ts';
import { causesOf } from '../../../store/error-causes.ts';
import { StoreError } from '../../../store/store-error.ts';
import type { Log } from '../log.ts';

const LOOK_MS = 1_000;

/** SQLSTATE classes of a server that is gone, full, going down or broken; a query that took too long is none. */
const LOST = /^(08|53|57P|58)/;

export type StoreWatch = {
  /**
   * Whether the store's loss is why something failed. The log says once that the store is lost and why, and once that it is back,
   * however much fails meanwhile.
   */
  isLossBehind(error: unknown): boolean;
};

export function watchStore({ db, log }: { readonly db: Database; readonly log: Log }): StoreWatch {
  let lostAt: number | undefined;
  let failures = 0;
  const waitForIt = async (from: number) => {
    let before = -1;
    let takesCommits = false;
    // It is back once it takes commits and nobody has failed since the last look.
    while (!takesCommits || failures !== before) {
      before = failures;
      await pause(LOOK_MS, undefined, { ref: false });
      takesCommits = await probeCommit(db).then(
        () => true,
        () => false,
      );
    }
    lostAt = undefined;
    log.info({ milliseconds: Math.round(performance.now() - from), count: failures }, 'store back');
    failures = 0;
  };
  return {
    isLossBehind(error) {
      const reason = lossBehind(error);
      if (reason === undefined) return false;
      failures += 1;
      if (lostAt === undefined) {
        lostAt = performance.now();
        log.error({ reason }, 'store lost');
        waitForIt(lostAt).catch(() => {});
      }
      return true;
    },
  };
}

/** Its messages quote no row: a statement that was refused for its values is no loss. */
function lossBehind(error: unknown): string | undefined {
  for (const cause of causesOf(error)) {
    if (cause instanceof StoreError && LOSSES.has(cause.code)) return networkReason(cause) ?? cause.message;
    if (cause instanceof QueryError && LOST.test(cause.code)) return `${cause.code} ${cause.message}`;
  }
  return undefined;
}

const LOSSES: ReadonlySet<string> = new Set(['store_unreachable', 'store_read_only', 'store_stopped']);

/** What the operating system said, such as ECONNRESET; the sentence of the client alone does not tell. */
function networkReason(error: StoreError): string | undefined {
  const code = causesOf(error)
    .map((cause) => (cause instanceof Error && 'code' in cause ? cause.code : undefined))
    .findLast((each) => typeof each === 'string' && each !== error.code);
  return code === undefined ? undefined : `${code}: ${error.message}`;
}
