import { afterEach, expect, test, vi } from 'vitest';
import type { WalletSettingsInput } from '../../contract/forms/settings.ts';
import { FRAME_ALLOW, firstPaintSettingsOf, frameAddress } from '../../contract/frame/frame-address.ts';
import type { Theme } from '../../contract/frame/frame-boot.ts';
import type { Sdk } from '../base/public-types.ts';
import {
  baseUrl,
  code,
  createTestSdk,
  freshKey,
  freshPage,
  hurry,
  logOf,
  payment,
  settings,
} from '../test-service/client.ts';

let open: Sdk | undefined;
afterEach(() => {
  vi.restoreAllMocks();
  document.documentElement.removeAttribute('style');
  return open?.wallet.destroy();
});

type Html = {
  behaviour?: string;
  key?: string;
  locale?: string;
  service?: string;
  allow?: string;
  hint?: string;
  look?: WalletSettingsInput;
  pageTheme?: Theme;
  attributes?: Readonly<Record<string, string>>;
};

/** A page whose HTML has a wallet frame in the container, and what it takes to open a wallet there. */
function pageWithFrame(html: Html = {}) {
  const sdk = freshPage();
  open = sdk;
  sdk.wallet.on('error', () => {});
  const publishableKey = freshKey(html.behaviour);
  const { locale = 'en', service = baseUrl, hint = '' } = html;
  const { key = publishableKey, look = settings, pageTheme = 'light' } = html;
  const asked = {
    baseUrl: service,
    publishableKey: key,
    merchantId: settings.merchant_id,
    locale,
    origin,
    // Browser tests run in a frame.
    nested: true,
    hint,
  };
  const frame = document.createElement('iframe');
  frame.src = frameAddress({ ...asked, hints: firstPaintSettingsOf(look, pageTheme) });
  frame.allow = html.allow ?? FRAME_ALLOW;
  for (const [name, value] of Object.entries(html.attributes ?? {})) frame.setAttribute(name, value);
  document.querySelector('#wallet')?.append(frame);
  const connect = (given = {}) => {
    sdk.auth.connect({ publishableKey, refreshToken: 'ok', ...given }).catch(() => {});
  };
  return { ...sdk, connect, frame, publishableKey };
}

const frames = () => [...document.querySelectorAll('iframe')];
const loadOf = (frame: HTMLIFrameElement) => new Promise((done) => frame.addEventListener('load', done));
const loadsOf = async (key: string) => (await logOf(`${key} frame`)).length;

test('init takes over a frame that has loaded, spoken and begun before, without loading it again', async () => {
  const { wallet, connect, frame, publishableKey } = pageWithFrame();
  await loadOf(frame);
  connect();
  await wallet.init(settings, payment());
  expect(frames()).toEqual([frame]);
  expect(await wallet.getPaymentMethod()).toEqual({ cc_token: 'tok_1' });
  expect(await loadsOf(publishableKey)).toBe(1);
  expect(frame.style.height).toBe('314px');
});

test('the container may be the frame itself', async () => {
  const { wallet, connect, frame } = pageWithFrame();
  connect();
  await wallet.init({ ...settings, container: frame }, payment());
  expect(frames()).toEqual([frame]);
  expect(document.querySelector('iframe iframe')).toBeNull();
  expect(await wallet.getPaymentMethod()).toEqual({ cc_token: 'tok_1' });
});

test('a frame given as the container makes room where it asks for another wallet', async () => {
  const { wallet, connect, frame } = pageWithFrame({ locale: 'de' });
  connect();
  await wallet.init({ ...settings, container: frame }, payment());
  expect(frames()).toHaveLength(1);
  expect(frames()[0]?.parentElement?.id).toBe('wallet');
  expect(frame.isConnected).toBe(false);
});

test('init takes over a frame whose document is still on its way', async () => {
  const { wallet, connect, frame, publishableKey } = pageWithFrame({ behaviour: 'pk_late:300' });
  connect();
  await wallet.init(settings, payment());
  expect(frames()).toEqual([frame]);
  expect(await loadsOf(publishableKey)).toBe(1);
});

test('a frame that is taken over learns how many saved methods there are', async () => {
  const { wallet, connect, frame, publishableKey } = pageWithFrame();
  await loadOf(frame);
  connect({ hint: '2.paypal' });
  await wallet.init(settings, payment());
  expect(frames()).toEqual([frame]);
  await vi.waitFor(async () => expect(await logOf(publishableKey)).toContainEqual({ call: 'rows', rows: 2 }));
});

test('a frame whose HTML knew how many there are is taken over too', async () => {
  const { wallet, connect, frame } = pageWithFrame({ hint: '2.paypal' });
  connect();
  await wallet.init(settings, payment());
  expect(frames()).toEqual([frame]);
});

test.each<[string, Html]>([
  ['in another language', { locale: 'de' }],
  ['of another key', { key: freshKey() }],
  ['that may not pay', { allow: '' }],
  ['that shows something else', { attributes: { srcdoc: '<input>' } }],
  ['that shows nothing', { attributes: { srcdoc: '' } }],
  ['that links can aim at', { attributes: { name: 'w' } }],
  ['in a sandbox', { attributes: { sandbox: '' } }],
])('S54: a wallet frame %s is replaced by the one that is asked for', async (_, html) => {
  const { wallet, connect, frame } = pageWithFrame(html);
  connect();
  await wallet.init(settings, payment());
  expect(frames()).toHaveLength(1);
  expect(frames()).not.toContain(frame);
});

test('a frame that is replaced is told once in the console, by what differs', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { wallet, connect } = pageWithFrame({ locale: 'de', hint: '2.paypal' });
  connect();
  await wallet.init(settings, payment());
  expect(warned.mock.calls).toEqual([['init: replaced', ['locale=de', 'rows=2'], 'by', ['locale=en']]]);
});

test('a frame that is taken over keeps the height that its HTML has, until it reports its own', async () => {
  const { wallet, connect, frame } = pageWithFrame({ attributes: { height: '271' } });
  const heights: string[] = [];
  new MutationObserver(() => heights.push(frame.style.height)).observe(frame, { attributes: true });
  connect();
  const started = wallet.init(settings, payment());
  expect(frame.style.height).toBe('271px');
  await started;
  expect(new Set(heights)).toEqual(new Set(['271px']));
});

test('a frame of another service is replaced by the one that is asked for, and told once in the console', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const {
    wallet,
    connect,
    frame,
    publishableKey: key,
  } = pageWithFrame({ service: 'https://elsewhere.invalid' });
  connect({ baseUrl });
  await wallet.init(settings, payment());
  expect(frames()).toHaveLength(1);
  expect(frames()).not.toContain(frame);
  const [theirs, ours] = ['https://elsewhere.invalid', baseUrl].map(
    (url) => `${url}/wallet/frame?key=${key}`,
  );
  expect(warned.mock.calls).toEqual([['init: replaced', [theirs], 'by', [ours]]]);
});

test('a frame that is no wallet’s is left alone', async () => {
  const { wallet, connect, frame } = pageWithFrame();
  frame.src = 'about:blank#/wallet/frame?';
  connect();
  await wallet.init(settings, payment());
  expect(frames()).toHaveLength(2);
  await wallet.destroy();
  expect(frames()).toEqual([frame]);
});

test.each(['light', 'dark'] as const)(
  'a frame of theme %s on a page that follows the device is taken over',
  async (theme) => {
    const look = { ...settings, appearance: { theme } };
    const { wallet, connect, frame, publishableKey } = pageWithFrame({ look, pageTheme: 'auto' });
    document.documentElement.style.colorScheme = 'light dark';
    connect();
    await wallet.init(look, payment());
    expect(frames()).toEqual([frame]);
    expect(await loadsOf(publishableKey)).toBe(1);
  },
);

test('of two frames in one container the first is taken over, the other goes', async () => {
  const { wallet, connect, frame } = pageWithFrame();
  frame.after(frame.cloneNode());
  connect();
  await wallet.init(settings, payment());
  expect(frames()).toEqual([frame]);
});

test('a frame that was taken over is not taken over again, by this SDK or another', async () => {
  const { wallet, connect, frame, publishableKey } = pageWithFrame();
  connect();
  const started = wallet.init(settings, payment());
  expect(await code(wallet.init(settings, payment()))).toBe('already_initialised');
  await started;
  const other = createTestSdk(false);
  other.wallet.on('error', () => {});
  await other.auth.connect({ publishableKey, refreshToken: 'ok' });
  expect(await code(other.wallet.init(settings, payment()))).toBe('already_initialised');
  expect(frames()).toEqual([frame]);
  expect(await wallet.getPaymentMethod()).toEqual({ cc_token: 'tok_1' });
  expect(await loadsOf(publishableKey)).toBe(1);
});

test('a frame that is moved while its document is on its way is taken over where it stands then', async () => {
  const { wallet, connect, frame } = pageWithFrame({ behaviour: 'pk_late:300' });
  connect();
  const started = wallet.init(settings, payment());
  document.body.append(frame);
  await started;
  expect(await wallet.getPaymentMethod()).toEqual({ cc_token: 'tok_1' });
});

test('a frame that is taken out while its document is on its way ends init with container_removed', async () => {
  const { wallet, connect, frame } = pageWithFrame({ behaviour: 'pk_late:300' });
  connect();
  const started = code(wallet.init(settings, payment()));
  frame.remove();
  expect(await started).toBe('container_removed');
  expect(frames()).toEqual([]);
});

test('a frame that was taken over goes with destroy, and the next init makes its own', async () => {
  const { wallet, connect, frame } = pageWithFrame();
  connect();
  await wallet.init(settings, payment());
  await wallet.destroy();
  expect(frames()).toEqual([]);
  await wallet.init(settings, payment());
  expect(frames()).not.toContain(frame);
});

test('a frame that was taken over and is moved ends the wallet', async () => {
  const { wallet, connect, frame } = pageWithFrame();
  connect();
  await wallet.init(settings, payment());
  document.body.append(frame);
  expect(await code(wallet.getPaymentMethod())).toBe('container_removed');
});

test('a frame that came to nothing before is given up, and the next init makes another', async () => {
  hurry();
  const { wallet, connect, frame } = pageWithFrame({ behaviour: 'pk_refusedonce' });
  await loadOf(frame);
  connect();
  expect(await code(wallet.init(settings, payment()))).toBe('frame_timeout');
  expect(frames()).toEqual([]);
  await wallet.init(settings, payment());
  expect(frames()).not.toContain(frame);
});

test('a frame that the service has refused before the script was there says why at once', async () => {
  const { wallet, connect, frame, publishableKey } = pageWithFrame({ behaviour: 'pk_forbidden' });
  await loadOf(frame);
  connect();
  const before = performance.now();
  expect(await code(wallet.init(settings, payment()))).toBe('merchant_forbidden');
  expect(performance.now() - before).toBeLessThan(2500);
  expect(await loadsOf(publishableKey)).toBe(1);
});

test('a frame whose document never comes is frame_timeout, as any frame', {
  tags: 'prove',
  timeout: 10_000,
}, async () => {
  hurry();
  const { wallet, connect } = pageWithFrame({ behaviour: 'pk_hangs' });
  connect();
  expect(await code(wallet.init(settings, payment()))).toBe('frame_timeout');
  expect(frames()).toEqual([]);
});

test('S54: a document that has put itself in the place of the wallet is told nothing', async () => {
  hurry();
  const { wallet, connect, frame } = pageWithFrame();
  const heard: unknown[] = [];
  Object.assign(window, { tellHeard: (data: unknown) => heard.push(data) });
  const document = `<script>
    const say = () => parent.postMessage('wallet/2 ready', '*');
    onmessage = ({ data }) => { parent.tellHeard(data); say(); };
    say();
  </script>`;
  await loadOf(frame);
  frame.contentWindow?.location.replace(URL.createObjectURL(new Blob([document], { type: 'text/html' })));
  await loadOf(frame);
  connect();
  expect(await code(wallet.init(settings, payment()))).toBe('frame_timeout');
  expect(new Set(heard)).toEqual(new Set(['']));
}, 10_000);
