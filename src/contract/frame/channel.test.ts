import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { type Ask, openToFrame } from './channel.ts';

/** What the frame of these tests answers. */
type Frame = {
  add(one: number, other: number): number;
  fail(): never;
  /** Calls the page's `name` with the rest, and answers what came. */
  callPage(name: string, ...given: unknown[]): unknown;
  /** Never answers. */
  hang(): never;
};

const moduleUrl = new URL('./channel.ts', import.meta.url).href;
let lifetime = new AbortController();
const frames: HTMLIFrameElement[] = [];

afterEach(() => {
  lifetime.abort();
  lifetime = new AbortController();
  for (const frame of frames.splice(0)) frame.remove();
});

/** A frame whose side opens as it loads, or when it is told to; resolves when its module is there. */
async function frameThatOpens(when: 'at once' | 'when told'): Promise<Window> {
  const frame = document.createElement('iframe');
  frame.srcdoc = `<!doctype html><script type="module">
    import { openToPage } from ${JSON.stringify(moduleUrl)};
    const open = () => {
      const page = openToPage({ contentWindow: parent, origin: ${JSON.stringify(origin)} }, {
        add: (one, other) => one + other,
        fail: () => { throw new RangeError('out of range'); },
        callPage: async (name, ...given) => (await page)(name, ...given),
        hang: () => new Promise(() => {}),
      });
    };
    ${when === 'at once' ? 'open();' : 'window.openSide = open;'}
    parent.postMessage('loaded', '*');
  </script>`;
  frames.push(frame);
  const loaded = new Promise<void>((resolve) => {
    const hear = ({ data, source }: MessageEvent) => {
      if (data !== 'loaded' || source !== frame.contentWindow) return;
      removeEventListener('message', hear);
      resolve();
    };
    addEventListener('message', hear);
  });
  document.body.append(frame);
  await loaded;
  if (!frame.contentWindow) throw new Error('found no window');
  return frame.contentWindow;
}

function tellToOpen(frame: Window): void {
  Reflect.get(frame, 'openSide')();
}

function openHere(frame: Window, calls: Record<string, (...given: never[]) => unknown> = {}) {
  return openToFrame<Frame>({ contentWindow: frame, origin }, calls, lifetime.signal);
}

async function isStillShut(side: Promise<Ask<Frame>>): Promise<boolean> {
  const pause = new Promise((resolve) => setTimeout(() => resolve(true), 150));
  return Boolean(await Promise.race([pause, side.then(() => false)]));
}

test('a frame that opens first is found', async () => {
  const ask = await openHere(await frameThatOpens('at once'));
  expect(await ask('add', 2, 3)).toBe(5);
});

test('a page that opens first is found', async () => {
  const frame = await frameThatOpens('when told');
  const side = openHere(frame);
  expect(await isStillShut(side)).toBe(true);
  tellToOpen(frame);
  expect(await (await side)('add', 2, 3)).toBe(5);
});

test('sides that open at the same moment find one another, and each call goes one way', async () => {
  for (let round = 0; round < 20; round += 1) {
    const frame = await frameThatOpens('when told');
    const openFirst = round % 2 === 0;
    if (openFirst) tellToOpen(frame);
    const side = openHere(frame, { double: (value: number) => value * 2 });
    if (!openFirst) tellToOpen(frame);
    const ask = await side;
    expect(await Promise.all([ask('add', round, 1), ask('callPage', 'double', round)])).toEqual([
      round + 1,
      round * 2,
    ]);
  }
});

test('a fault of the other side rejects with what it was', async () => {
  const ask = await openHere(await frameThatOpens('at once'));
  await expect(ask('fail')).rejects.toThrow(new RangeError('out of range'));
});

test('what cannot be cloned is a fault, and the channel goes on', async () => {
  const ask = await openHere(await frameThatOpens('at once'), { give: () => () => {} });
  await expect(ask('callPage', 'give')).rejects.toThrow(/could not be cloned/);
  expect(await ask('add', 1, 1)).toBe(2);
});

test.each(['unknown', 'toString', 'constructor', '__proto__'])('no call is named %s', async (name) => {
  const ask = await openHere(await frameThatOpens('at once'));
  await expect(ask('callPage', name)).rejects.toThrow(`found no call ${name}`);
});

test('another window, another origin and another version are not heard', async () => {
  const frame = await frameThatOpens('when told');
  const side = openHere(frame);
  const say = (init: MessageEventInit) => dispatchEvent(new MessageEvent('message', init));
  say({ data: 'wallet/2 ready', source: window, origin });
  say({ data: 'wallet/2 ready', source: frame, origin: 'https://other.example' });
  say({ data: 'wallet/1 ready', source: frame, origin });
  expect(await isStillShut(side)).toBe(true);
});

test('a frame takes no port of another window, nor of its page under another origin', async () => {
  const frame = await frameThatOpens('at once');
  const stranger = await frameThatOpens('when told');
  const forge = (init: MessageEventInit) => {
    const { port1, port2 } = new MessageChannel();
    const heard = new Promise((resolve) => {
      port1.onmessage = resolve;
    });
    frame.dispatchEvent(new MessageEvent('message', { data: 'wallet/2 port', ports: [port2], ...init }));
    port1.postMessage({ id: 0, name: 'add', given: [1, 2] });
    return heard;
  };
  const answered = Promise.race([
    forge({ source: stranger, origin }),
    forge({ source: window, origin: 'https://other.example' }),
    forge({ source: null, origin }),
  ]);
  const pause = new Promise((resolve) => setTimeout(() => resolve('silence'), 150));
  expect(await Promise.race([answered, pause])).toBe('silence');
  expect(await (await openHere(frame))('add', 1, 1)).toBe(2);
});

test('a frame that says again and again that it is there gets one port', async () => {
  const frame = await frameThatOpens('when told');
  const heard: unknown[] = [];
  frame.addEventListener('message', ({ data }) => heard.push(data));
  const side = openHere(frame);
  for (let said = 0; said < 5; said += 1)
    dispatchEvent(new MessageEvent('message', { data: 'wallet/2 ready', source: frame, origin }));
  await side;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(heard).toEqual(['wallet/2 ask', 'wallet/2 port']);
});

test('a page that has ended it before the frame was there sends no port', async () => {
  const frame = await frameThatOpens('when told');
  const heard: unknown[] = [];
  frame.addEventListener('message', ({ data }) => heard.push(data));
  const side = openHere(frame);
  lifetime.abort();
  tellToOpen(frame);
  expect(await isStillShut(side)).toBe(true);
  expect(heard).toEqual(['wallet/2 ask']);
});

test('no other word of the frame opens it, whatever it is', async () => {
  const frame = await frameThatOpens('when told');
  const side = openHere(frame);
  const failed: unknown[] = [];
  const onError = ({ message }: ErrorEvent) => failed.push(message);
  addEventListener('error', onError);
  const word = fc.oneof(
    fc.jsonValue(),
    fc.string().map((end) => `wallet/2 ready${end || ' '}`),
    fc.constantFrom('wallet/2 ask', 'wallet/2 port', 'wallet/1 ready', '', null, undefined),
    fc.record({ id: fc.nat(), name: fc.constantFrom('add', 'fail'), given: fc.array(fc.nat()) }),
  );
  fc.assert(
    fc.property(word, (data) => {
      dispatchEvent(new MessageEvent('message', { data, source: frame, origin }));
    }),
    { numRuns: 200 },
  );
  expect(await isStillShut(side)).toBe(true);
  expect(failed).toEqual([]);
  removeEventListener('error', onError);
  tellToOpen(frame);
  expect(await (await side)('add', 2, 3)).toBe(5);
});

test('answers that nobody waits for change nothing', async () => {
  const frame = await frameThatOpens('when told');
  let theirs: MessagePort | undefined;
  frame.addEventListener('message', ({ ports: [port] }) => {
    theirs = port;
  });
  const side = openHere(frame, { count: () => 1 });
  dispatchEvent(new MessageEvent('message', { data: 'wallet/2 ready', source: frame, origin }));
  const ask = await side;
  const sum = ask('add', 2, 3);
  await vi.waitFor(() => expect(theirs).toBeDefined());
  for (const answer of [{ id: 7, value: 1 }, { id: -1, value: 1 }, { id: 'push' }, {}, { value: 9 }])
    theirs?.postMessage(answer);
  theirs?.postMessage({ id: 1, value: 5 });
  theirs?.postMessage({ id: 1, value: 6 });
  expect(await sum).toBe(5);
});

test('a second port is left alone', async () => {
  const frame = await frameThatOpens('at once');
  const ask = await openHere(frame);
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise((resolve) => {
    port1.onmessage = resolve;
  });
  frame.postMessage('wallet/2 port', origin, [port2]);
  port1.postMessage({ id: 0, name: 'add', given: [1, 2] });
  const pause = new Promise((resolve) => setTimeout(() => resolve('silence'), 150));
  expect(await Promise.race([answered, pause])).toBe('silence');
  expect(await ask('add', 1, 1)).toBe(2);
});

test('a page that has ended it answers no more', async () => {
  let calls = 0;
  const ask = await openHere(await frameThatOpens('at once'), { count: () => ++calls });
  await ask('callPage', 'count');
  ask('callPage', 'count').catch(() => {});
  lifetime.abort();
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(calls).toBe(1);
});
