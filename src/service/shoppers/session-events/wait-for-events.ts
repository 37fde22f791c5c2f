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
  /** Aborted when the client hangs up. */
  readonly signal: AbortSignal;
};

/** A page that only polls counts as listening until its next request. */
const POLL_MS = 4_000;

/** The new events, at once or as soon as there are any. */
export async function waitForEvents(context: Runtime, wait: EventWait): Promise<ReadEvents> {
  const { caller, waitMs, signal } = wait;
  const { walletSessionId } = caller;
  const { woken: waking, stop } = addListener(context, wait);
  try {
    await recordListener(context, walletSessionId, waitMs + POLL_MS);
    const after = wait.after ?? (await newestSeq(context, walletSessionId));
    const read = await context.dependencies.readEvents(context, { walletSessionId, after });
    if (read.events.length > 0 || waitMs === 0) return read;
    wait.beforeWaiting();
    await delay(waitMs, AbortSignal.any([waking, signal]));
    return await context.dependencies.readEvents(context, { walletSessionId, after: read.seq });
  } finally {
    stop();
    if (signal.aborted) await forgetListener(context, walletSessionId);
  }
}

function addListener({ streams }: Runtime, { caller, network }: EventWait) {
  const { walletSessionId, accountId, tokenExpiresAt: until } = caller;
  const waking = new AbortController();
  const wake = () => waking.abort();
  const listener = { walletSessionId, accountId, network, until, wake, beat: () => {}, end: wake };
  streams.add(listener);
  return { woken: waking.signal, stop: () => streams.remove(listener) };
}

/** Resolves after milliseconds of real time, or once `signal` aborts. */
function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    if (signal.aborted) done();
    else signal.addEventListener('abort', done);
  });
}
