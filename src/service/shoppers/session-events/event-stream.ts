import type { SessionEvent } from '../../../contract/frame/session-events.ts';
import { errorLogFields } from '../../base/error-log-fields.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import type { WaitingCaller } from '../sessions/wallet-caller.ts';
import { forgetListener } from './keep-listening.ts';
import { newestSeq } from './stored-events.ts';

type StreamRequest = {
  readonly caller: WaitingCaller;
  readonly network: string;
  /** How far the page has read; undefined: from now on. */
  readonly after: number | undefined;
};

const RECONNECT_MS = 500;
/** Chunks that may wait for a client that does not read. With more, the stream is given up. */
const MAX_WAITING_CHUNKS = 16;

const utf8 = new TextEncoder();

/**
 * The events of a session as an event stream, `ready` first. It ends with the session, with the access token and when the
 * client hangs up. It also ends when this process stops, and the client then comes again.
 */
export function eventStream(runtime: Runtime, request: StreamRequest): ReadableStream<Uint8Array> {
  let leave = () => {};
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        leave = follow(runtime, request, controller);
      },
      cancel: () => leave(),
    },
    { highWaterMark: MAX_WAITING_CHUNKS },
  );
}

type Controller = ReadableStreamDefaultController<Uint8Array>;

/** Writes the session's events. Returns a function that stops it. */
function follow(runtime: Runtime, { caller, network, after }: StreamRequest, controller: Controller) {
  const { walletSessionId, accountId, tokenExpiresAt: until } = caller;
  let isOpen = true;
  /** How far the stream has read; undefined until it is ready. */
  let seq: number | undefined;
  const log = (error: unknown) => {
    const level = runtime.storeWatch.isLossBehind(error) ? 'debug' : 'warn';
    runtime.log[level](errorLogFields(error), 'session events were not read');
  };
  const write = (text: string) => isOpen && text !== '' && controller.enqueue(utf8.encode(text));
  const leave = () => {
    isOpen = false;
    runtime.streams.remove(listener);
    forgetListener(runtime, walletSessionId).catch(log);
  };
  const end = () => {
    if (!isOpen) return;
    write(`retry: ${RECONNECT_MS}\n\n`);
    controller.close();
    leave();
  };
  const readOn = async () => {
    if (seq === undefined) {
      const newest = await newestSeq(runtime, walletSessionId);
      write(`event: ready\ndata: ${JSON.stringify({ seq: newest })}\n\n`);
      seq = after ?? newest;
    }
    const result = await runtime.dependencies.readEvents(runtime, { walletSessionId, after: seq });
    seq = result.seq;
    write(result.events.map(eventText).join(''));
  };
  const wake = inTurn(() => readOn().catch(log));
  const beat = (newest: number) => {
    if ((controller.desiredSize ?? 0) <= 0) return end();
    write(':\n\n');
    if (seq === undefined || newest > seq) wake();
  };
  const listener = { walletSessionId, accountId, network, until, wake, beat, end };
  runtime.streams.add(listener);
  if (isOpen) wake();
  return leave;
}

function eventText(event: SessionEvent): string {
  return `event: ${event.type}\nid: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** Runs `task` when called, never twice at once. A call during a run is followed by one more run. */
function inTurn(task: () => Promise<unknown>): () => void {
  let isRunning = false;
  let isWanted = false;
  const run = async () => {
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      await task();
    }
    isRunning = false;
  };
  return () => {
    isWanted = true;
    if (!isRunning) run().catch(() => {});
  };
}
