import { setMaxListeners } from 'node:events';
import type { EgressFailure } from './read-answer.ts';

const CONNECT_MS = 5_000;
export const ATTEMPT_MS = 15_000;

type DeadlineOptions = {
  /** Aborts the attempt. Default: only its deadline ends it. */
  readonly signal: AbortSignal | undefined;
  readonly attemptMs: number;
};

export type Deadline = {
  /** Resolves when the attempt has taken too long or was aborted. Never rejects. */
  readonly expiry: Promise<EgressFailure>;
  /** Aborted then, and at `end`. */
  readonly expirySignal: AbortSignal;
  connected(): void;
  /** Leaves the attempt no more time than this. */
  shorten(milliseconds: number): void;
  /** Aborts the rest of the attempt. */
  end(): void;
};

/**
 * When an attempt ends at the latest, whatever the other side does. It has timers of its own: a signal made of
 * `AbortSignal.timeout` and others may be collected early, and a hanging attempt would then hold its slot for ever.
 */
export function startDeadline({ signal, attemptMs }: DeadlineOptions): Deadline {
  const controller = new AbortController();
  let resolveExpiry = (_failure: EgressFailure) => {};
  const expiry = new Promise<EgressFailure>((resolve) => {
    resolveExpiry = resolve;
  });
  const expire = (failure: EgressFailure) => {
    resolveExpiry(failure);
    controller.abort();
  };
  const giveUp = () => expire('timeout');
  const connectTimer = setTimeout(expire, CONNECT_MS, 'connect_timeout');
  const attemptTimer = setTimeout(giveUp, attemptMs);
  const shorterTimers: NodeJS.Timeout[] = [];
  // Many attempts share it, and each takes its listener away when it ends.
  if (signal) setMaxListeners(0, signal);
  signal?.addEventListener('abort', giveUp);
  if (signal?.aborted) giveUp();
  return {
    expiry,
    expirySignal: controller.signal,
    connected: () => clearTimeout(connectTimer),
    shorten: (milliseconds) => shorterTimers.push(setTimeout(giveUp, milliseconds)),
    end() {
      for (const timer of [connectTimer, attemptTimer, ...shorterTimers]) clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      controller.abort();
    },
  };
}
