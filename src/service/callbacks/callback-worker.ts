import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, systemClock } from '../base/clock.ts';
import type { RetryProfile } from '../base/config.ts';
import { errorLogFields } from '../base/error-log-fields.ts';
import { runLockingTransaction, runTransaction } from '../base/runtime/run-transaction.ts';
import type { Runtime } from '../base/runtime/runtime.ts';
import type { CallbackRow } from '../tables/callbacks.ts';
import { attemptCallback, type BodyToSend } from './attempt-callback.ts';
import { type ClaimedCallback, claimCallbacks, isAnyClaimable } from './claim-callbacks.ts';
import { FIRST_ATTEMPT_MS } from './enqueue-callback.ts';
import { recordAttempt } from './record-attempt.ts';

const POLL_MS = 200;
const STOP_MS = 2_000;

export type CallbackWorker = {
  /** Sends the callbacks that are due or become due meanwhile; resolves when none is left. */
  runDue(): Promise<void>;
  /** Gives attempts a moment to end. The next worker repeats those that do not. */
  stop(): Promise<void>;
};

type WorkerOptions = {
  readonly profile: RetryProfile;
  readonly bodyToSend: BodyToSend;
  /** Null: sends only by `runDue`. */
  readonly pollMs?: number | null;
  readonly wallClock?: Clock;
  readonly random?: () => number;
};

/** Delivers callbacks, at least once each, until it is stopped. Rule: callbacks/at-least-once. */
export function startCallbackWorker(runtime: Runtime, options: WorkerOptions): CallbackWorker {
  const stopping = new AbortController();
  const { attempts, isAnyDue, isOpen, claim, close } = deliveries(runtime, {
    ...options,
    signal: stopping.signal,
  });
  const { pollMs = POLL_MS } = options;
  const stopClaiming = pollMs === null ? () => {} : claimInTime(runtime, { isAnyDue, claim, pollMs });
  return {
    async runDue() {
      do {
        await claim();
        await Promise.all(attempts);
        // The embedded store of tests answers by promises alone: without this no timer would run between two claims.
        await nextTurn();
        // If the store refuses a claim, its callbacks are still due.
      } while (attempts.size > 0 || (isOpen() && (await isAnyDue())));
    },
    async stop() {
      stopClaiming();
      await close();
      const timer = setTimeout(() => stopping.abort(), STOP_MS);
      await Promise.all(attempts);
      clearTimeout(timer);
    },
  };
}

type ClaimOptions = {
  readonly isAnyDue: () => Promise<boolean>;
  readonly claim: () => Promise<void>;
  readonly pollMs: number;
};

/**
 * Claims at intervals while something can be sent, and for first attempts just in time. Returns a function that ends it.
 */
function claimInTime({ inProgress }: Runtime, { isAnyDue, claim, pollMs }: ClaimOptions) {
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    // The claim also runs after an error, and logs the store's error.
    if (await isAnyDue().catch(() => true)) await claim();
    isLooking = false;
  };
  const timer = setInterval(look, pollMs).unref();
  const onRelease = () => {
    setTimeout(claim, FIRST_ATTEMPT_MS).unref();
  };
  inProgress.onRelease.add(onRelease);
  return () => {
    clearInterval(timer);
    inProgress.onRelease.delete(onRelease);
  };
}

type DeliveryOptions = WorkerOptions & { readonly signal: AbortSignal };

/** The attempts under way; each that ends makes room for the next. */
function deliveries(runtime: Runtime, options: DeliveryOptions) {
  const inFlight = new Map<string, CallbackRow>();
  const attempts = new Set<Promise<void>>();
  let queue: Promise<void> = Promise.resolve();
  let isQueued = false;
  let isClosed = false;
  const launch = (claimedCallback: ClaimedCallback) => {
    const { callback } = claimedCallback;
    inFlight.set(callback.id, callback);
    const attempt = deliver(runtime, claimedCallback, options).then(() => {
      inFlight.delete(callback.id);
      attempts.delete(attempt);
      return claim();
    });
    attempts.add(attempt);
  };
  const claimNow = async () => {
    isQueued = false;
    if (isClosed || inFlight.size >= runtime.config.callbackSlots.inAll) return;
    try {
      // At a busy store a transaction waits for its turn once; single queries would each wait.
      const claimed = await runLockingTransaction(runtime, (core) => claimCallbacks(core, inFlight));
      for (const callback of claimed) launch(callback);
    } catch (error) {
      const level = runtime.storeWatch.isLossBehind(error) ? 'debug' : 'error';
      runtime.log[level](errorLogFields(error), 'callbacks were not claimed');
    }
  };
  // Claims run one after the other, and at most one is queued.
  const claim = () => {
    if (!isQueued) queue = queue.then(claimNow);
    isQueued = true;
    return queue;
  };
  const isAnyDue = () => isAnyClaimable(runtime, inFlight);
  const isOpen = () => !isClosed;
  const close = () => {
    isClosed = true;
    return queue;
  };
  return { attempts, isAnyDue, isOpen, claim, close };
}

async function deliver(
  runtime: Runtime,
  claimedCallback: ClaimedCallback,
  options: DeliveryOptions,
): Promise<void> {
  const { callback } = claimedCallback;
  const { profile, bodyToSend, signal, wallClock = systemClock, random = Math.random } = options;
  const startedAt = runtime.clock.now();
  try {
    const answer = await attemptCallback(runtime, claimedCallback, { bodyToSend, wallClock, signal });
    const wallTime = wallClock.now();
    const attempt = { callback, answer, startedAt, profile, random, wallTime };
    await runTransaction(runtime, (core) => recordAttempt(core, attempt));
  } catch (error) {
    // The callback's lease ends by itself.
    const level = runtime.storeWatch.isLossBehind(error) ? 'debug' : 'error';
    runtime.log[level]({ callbackId: callback.id, ...errorLogFields(error) }, 'callback was not settled');
  }
}
