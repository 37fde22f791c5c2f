import { afterEach, expect, test, vi } from 'vitest';
import type { Sdk } from '../base/public-types.ts';
import { code, freshKey, freshPage, payment, settings } from '../test-service/client.ts';

/** What other scripts of a page do to the wallet's frame. */

let open: Sdk | undefined;
afterEach(() => open?.wallet.destroy());

const words = {
  lang: 'de',
  dir: 'ltr',
  failed: 'Das Formular fehlt.',
  offline: 'Sie sind offline.',
  retry: 'Noch einmal',
};
const look = { title: 'Zahlungsart', lang: 'de', theme: 'light', words };
type Directions = NonNullable<Parameters<typeof payment>[0]>;

/** A wallet that stands, and what `error` events have told. */
async function standing({ next = [], ...others }: Directions = {}) {
  open = freshPage();
  const told: object[] = [];
  open.wallet.on('error', ({ code: name, shown }: { code: string; shown?: boolean }) =>
    told.push({ code: name, shown }),
  );
  await open.auth.connect({ publishableKey: freshKey(), refreshToken: 'ok' });
  await open.wallet.init(settings, payment({ ...others, next: [['dress', look], ...next] }));
  await vi.waitFor(() => expect(frames()[0]?.title ?? look.title).toBe(look.title));
  return { ...open.wallet, told, frame: frames()[0] ?? expect.fail() };
}

const frames = () => [...document.querySelectorAll('iframe')];
const container = () => document.querySelector('#wallet') ?? expect.fail();
const noticeIn = (place: Element = container()) =>
  [...place.children].map(({ shadowRoot }) => shadowRoot?.querySelector('[role=alert]')).find(Boolean);
const isPaid = { cc_token: 'tok_1' };
const lost = [{ code: 'container_removed', shown: true }];

test.each<[string, (frame: Element) => void]>([
  ['removed', (frame) => frame.remove()],
  ['removed with all beside it', () => container().replaceChildren()],
  [
    'replaced with a copy of its HTML',
    () => {
      container().innerHTML = container().innerHTML.replace('wallet/frame', 'wallet/other');
    },
  ],
  ['moved', (frame) => document.body.append(frame)],
  ['moved within its container', (frame) => container().prepend(frame)],
  [
    'wrapped',
    (frame) => {
      const wrap = document.createElement('div');
      frame.replaceWith(wrap);
      wrap.append(frame);
    },
  ],
  [
    'wrapped with its container',
    () => {
      const wrap = document.createElement('div');
      const place = container();
      place.replaceWith(wrap);
      wrap.append(place);
    },
  ],
])('a frame that is %s is one error event and a notice in its place, at once', async (_, act) => {
  const { frame, told, getPaymentMethod } = await standing();
  document.body.prepend('text before the wallet');
  container().append('text under the wallet');
  act(frame);
  await new Promise((done) => setTimeout(done));
  expect(told).toEqual(lost);
  expect(noticeIn()?.textContent).toBe('Das Formular fehlt.Noch einmal');
  expect(frame.isConnected).toBe(false);
  expect(await code(getPaymentMethod())).toBe('container_removed');
  noticeIn()?.querySelector('button')?.click();
  await vi.waitFor(async () => expect(await getPaymentMethod()).toEqual(isPaid));
  expect(noticeIn()).toBeUndefined();
  expect(told).toEqual(lost);
});

test('a frame whose document goes is told the same way, and once', async () => {
  const error = { name: 'error', payload: { code: 'container_removed', message: 'reloaded' } };
  const { told, getPaymentMethod } = await standing({ next: [['emit', error]], getPaymentMethod: 'leave' });
  expect(await code(getPaymentMethod())).toBe('container_removed');
  await vi.waitFor(() => expect(noticeIn()).toBeDefined());
  expect(told).toEqual(lost);
});

test('a container that is gone with its frame is an error event that nothing has told the shopper of', async () => {
  const { told } = await standing();
  container().remove();
  await new Promise((done) => setTimeout(done));
  expect(told).toEqual([{ code: 'container_removed', shown: false }]);
});

test('a frame that is lost while a call waits is told to the caller and once as an event', async () => {
  const { frame, told, setView } = await standing();
  const pending = code(setView('CHECKOUT'));
  frame.remove();
  expect(await pending).toBe('container_removed');
  expect(told).toEqual(lost);
});

/** Not in the types yet. */
const moveBefore = (place: ParentNode, frame: Element) =>
  Reflect.get(place, 'moveBefore').call(place, frame, null);

test.each<[string, () => ParentNode]>([
  ['elsewhere', () => document.body],
  ['into a wrap', () => container().appendChild(document.createElement('div'))],
  [
    'into a shadow root',
    () => container().appendChild(document.createElement('div')).attachShadow({ mode: 'open' }),
  ],
])('a frame that moveBefore puts %s lives on, and is watched there', async (_, place) => {
  const { frame, told, getPaymentMethod } = await standing();
  moveBefore(place(), frame);
  await new Promise((done) => setTimeout(done));
  expect(await getPaymentMethod()).toEqual(isPaid);
  expect(told).toEqual([]);
  frame.remove();
  await new Promise((done) => setTimeout(done));
  expect(told).toEqual(lost);
});

test('a copy of the frame gives its place to a notice, is one error event, and leaves the wallet alone', async () => {
  const { frame, told, getPaymentMethod } = await standing();
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = frame.outerHTML;
  await new Promise((done) => setTimeout(done));
  expect(told).toEqual([{ code: 'already_initialised', shown: true }]);
  expect(frames()).toEqual([frame]);
  expect(noticeIn(place)?.textContent).toContain('Noch einmal');
  expect(await getPaymentMethod()).toEqual(isPaid);
  noticeIn(place)?.querySelector('button')?.click();
  await vi.waitFor(async () => expect(await getPaymentMethod()).toEqual(isPaid));
  expect(frames().map(({ parentElement }) => parentElement)).toEqual([place]);
});

test('a copy in whose favour the frame is dropped is the place of the notice', async () => {
  const { told, getPaymentMethod } = await standing();
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = container().innerHTML;
  container().remove();
  await new Promise((done) => setTimeout(done));
  expect(told.map((each) => Reflect.get(each, 'code'))).toEqual(['container_removed', 'already_initialised']);
  noticeIn(place)?.querySelector('button')?.click();
  await vi.waitFor(async () => expect(await getPaymentMethod()).toEqual(isPaid));
});

test('destroy takes every notice away', async () => {
  const { frame, destroy } = await standing();
  frame.remove();
  await vi.waitFor(() => expect(noticeIn()).toBeDefined());
  await destroy();
  expect(container().children).toHaveLength(0);
});
