/// <reference lib="dom" />

/**
 * The channel between a merchant's page and the wallet's frame. Each side answers only the other's exact
 * window and origin. Window messages only hand over a `MessagePort`; all calls use that port, which nobody
 * else holds. It ends with either document, or when the page ends it.
 *
 *     page: openToFrame                               frame: openToPage
 *       |                                                  |
 *       |  messages between the windows                    |
 *       |<---------------- READY --------------------------|  on its start, and on each ASK
 *       |----------------- ASK --------------------------->|  on its start: it may have missed READY
 *       |----------------- PORT, one end of a channel ---->|  once, at the first READY
 *       |                                                  |
 *       |  messages over the port, either way              |
 *       |================= call: id, name, arguments =====>|
 *       |<================ answer: id, value or fault =====|
 *       |<================ call: id, name, arguments ======|
 *       |================= answer: id, value or fault ====>|
 *
 * Either side may start first.
 */

/** Change it if an earlier version would misunderstand: the two then ignore each other. */
const VERSION = 2;
/** The frame listens, and takes a port. */
const READY = `wallet/${VERSION} ready`;
/** The page asks for `READY`, which it may have missed. */
const ASK = `wallet/${VERSION} ask`;
/** The page sends the port. */
const PORT = `wallet/${VERSION} port`;

/** Functions that one side answers the other's calls with; what is passed is cloned, and nothing of it is trusted. */
type Handlers<Calls> = { readonly [Name in keyof Calls]: (...given: never[]) => unknown };

/** Calls a function of the other side. Rejects with what that threw: a fault there, as refusals are data. */
export type Ask<Calls extends Handlers<Calls>> = <Name extends keyof Calls & string>(
  name: Name,
  ...given: Parameters<Calls[Name]>
) => Promise<Awaited<ReturnType<Calls[Name]>>>;

/** `contentWindow` is read only after the origin of a message has matched. */
export type Peer = { readonly contentWindow: Window; readonly origin: string };

/** The page's side: resolves when the frame has said that it is there. It ends with `lifetime`. */
export function openToFrame<Frame extends Handlers<Frame>>(
  frame: Peer,
  calls: Handlers<object>,
  lifetime: AbortSignal,
): Promise<Ask<Frame>> {
  return new Promise((resolve) => {
    const stop = hear(frame, ({ data }) => {
      if (data !== READY) return;
      stop();
      const { port1, port2 } = new MessageChannel();
      lifetime.addEventListener('abort', () => port1.close());
      frame.contentWindow.postMessage(PORT, frame.origin, [port2]);
      resolve(connectPort(port1, calls));
    });
    lifetime.addEventListener('abort', stop);
    frame.contentWindow.postMessage(ASK, frame.origin);
  });
}

/** The frame's side: resolves when the page has sent the port. Later ones it leaves alone. */
export function openToPage<Page extends Handlers<Page>>(
  page: Peer,
  calls: Handlers<object>,
): Promise<Ask<Page>> {
  return new Promise((resolve) => {
    let isOpen = false;
    const sayReady = () => page.contentWindow.postMessage(READY, page.origin);
    hear(page, ({ data, ports: [port] }) => {
      if (isOpen) return;
      if (data === ASK) sayReady();
      if (data !== PORT || !port) return;
      isOpen = true;
      resolve(connectPort(port, calls));
    });
    sayReady();
  });
}

/**
 * Listens to messages of exactly this window and origin. Returns a function that stops it: with a `signal`, zone.js up to 0.14.2 would
 * remove the page's own listeners too.
 */
export function hear(far: Peer, onMessage: (message: MessageEvent) => void): () => void {
  const filtered = (message: MessageEvent) => {
    if (message.origin === far.origin && message.source === far.contentWindow) onMessage(message);
  };
  addEventListener('message', filtered);
  return () => removeEventListener('message', filtered);
}

type Call = { readonly id: number; readonly name: string; readonly given: never[] };
type Answer = { readonly id: number; readonly value?: unknown; readonly fault?: unknown };

const isCall = (message: Call | Answer): message is Call => Object.hasOwn(message, 'name');

function connectPort<Other extends Handlers<Other>>(port: MessagePort, calls: object): Ask<Other> {
  // No `Map`, of which pages have variables, and own names only: a page may have given all objects a `name`.
  const waiting: Record<number, (answer: Answer) => void> = Object.create(null);
  let lastId = 0;
  port.onmessage = async ({ data }: MessageEvent<Call | Answer>) => {
    const { id } = data;
    if (!isCall(data)) {
      waiting[id]?.(data);
      delete waiting[id];
      return;
    }
    try {
      if (!Object.hasOwn(calls, data.name)) throw new TypeError(`found no call ${data.name}`);
      port.postMessage({ id, value: await Reflect.get(calls, data.name)(...data.given) });
    } catch (fault) {
      port.postMessage({ id, fault });
    }
  };
  return (name, ...given) =>
    new Promise((resolve, reject) => {
      const settle = (answer: Answer) =>
        Object.hasOwn(answer, 'fault') ? reject(answer.fault) : resolve(answer.value as never);
      waiting[++lastId] = settle;
      port.postMessage({ id: lastId, name, given });
    });
}
