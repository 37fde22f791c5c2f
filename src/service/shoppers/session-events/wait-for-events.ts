import type { Runtime } from '../../base/runtime/runtime.ts';
import type { ReadEvents } from '../../base/runtime/service-dependencies.ts';
import type { WaitingCaller } from '../sessions/wallet-caller.ts';
import { forgetListener, recordListener } from './keep-listening.ts';
import { newestSeq } from './stored-events.ts';

type EventWait = {
  readonly caller: WaitingCaller;
  readonly network: string;
  /** How far the page has read; undefined: from now on. */
  readonly after: number | undefined;
  /** 0 answers at once. */
  readonly waitMs: number;
  /** Called before it waits. */
  beforeWaiting(): void;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
};

/** A page that only polls counts as listening until its next request. */
const POLL_MS = 4_000;

/** The new events, at once or as soon as there are any. */
export async function waitForEvents(runtime: Runtime, wait: EventWait): Promise<ReadEvents> {
  const { caller, waitMs, signal } = wait;
  const { walletSessionId } = caller;
  const { wakeSignal, stop } = addListener(runtime, wait);
  try {
    await recordListener(runtime, walletSessionId, waitMs + POLL_MS);
    const after = wait.after ?? (await newestSeq(runtime, walletSessionId));
    const result = await runtime.dependencies.readEvents(runtime, { walletSessionId, after });
    if (result.events.length > 0 || waitMs === 0) return result;
    wait.beforeWaiting();
    await delay(waitMs, [wakeSignal, signal]);
    return await runtime.dependencies.readEvents(runtime, { walletSessionId, after: result.seq });
  } finally {
    stop();
    if (signal.aborted) await forgetListener(runtime, walletSessionId);
  }
}

function addListener({ streams }: Runtime, { caller, network }: EventWait) {
  const { walletSessionId, accountId, tokenExpiresAt: until } = caller;
  const waking = new AbortController();
  const wake = () => waking.abort();
  const listener = { walletSessionId, accountId, network, until, wake, beat: () => {}, end: wake };
  streams.add(listener);
  return { wakeSignal: waking.signal, stop: () => streams.remove(listener) };
}

/** Resolves after milliseconds of real time, or once a signal aborts. `AbortSignal.any` may be collected before it does. */
function delay(ms: number, signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    for (const signal of signals) signal.addEventListener('abort', done);
    if (signals.some(({ aborted }) => aborted)) done();
  });
}
