import { afterEach, expect, test, vi } from 'vitest';
import type { Sdk } from './base/public-types.ts';
import { code, freshKey, freshPage, hurry, logOf, payment, settings } from './test-service/client.ts';

let open: Sdk | undefined;
afterEach(async () => {
  await open?.wallet.destroy();
  vi.restoreAllMocks();
});

function page() {
  open = freshPage();
  open.wallet.on('error', () => {});
  return { ...open, publishableKey: freshKey() };
}

/** A page whose `connect` has been called and not awaited, as a merchant's script does it. */
function connectedPage(refreshToken = 'ok', behaviour?: string) {
  const sdk = { ...page(), publishableKey: freshKey(behaviour) };
  const connected = sdk.auth.connect({ publishableKey: sdk.publishableKey, refreshToken });
  connected.catch(() => {});
  return { ...sdk, connected };
}

const frames = () => document.querySelectorAll('iframe');
const calls = async (key: string) => (await logOf(key)).map(({ call }) => call);

test('init puts the frame on the page before it first waits, and before connect has answered', () => {
  const { wallet } = connectedPage('slow:300');
  wallet.init(settings, payment());
  expect(frames()).toHaveLength(1);
});

test('init gives the frame its settings without waiting for connect, then the session', async () => {
  const { wallet, publishableKey } = connectedPage('slow:400');
  await wallet.init(settings, payment());
  // The exchange begins before the frame has come, or after: it takes 400 ms either way.
  const log = (await logOf(publishableKey)).filter(({ call }) => call !== 'token');
  expect(log.map(({ call }) => call)).toEqual(['init', 'setSession']);
  expect(log[0]?.['args']).toEqual({ settings, payment_details: payment() });
  expect(log[1]?.['session']).toMatchObject({
    accessToken: 'at_1',
    expiresIn: 900,
    walletSession: 'ws_1',
    isGuest: false,
  });
});

test('init takes both of its forms', async () => {
  const { wallet, publishableKey } = connectedPage();
  await wallet.init({ settings: { ...settings, appearance: { theme: 'dark' } }, payment_details: payment() });
  const log = await logOf(publishableKey);
  expect(log.find(({ call }) => call === 'init')?.['args']).toEqual({
    settings: { ...settings, appearance: { theme: 'dark' } },
    payment_details: payment(),
  });
});

test('init emits init once the frame has its settings and its session', async () => {
  const { wallet, publishableKey } = connectedPage();
  const seen = new Promise<string[]>((resolve) => wallet.on('init', () => resolve(calls(publishableKey))));
  await wallet.init(settings, payment());
  // The token may be exchanged before or after the frame has taken its settings.
  expect((await seen).toSorted()).toEqual(['init', 'setSession', 'token']);
});

test('init and getPaymentMethod before connect reject with not_connected', async () => {
  const { wallet } = page();
  expect(await code(wallet.init(settings, payment()))).toBe('not_connected');
  expect(await code(wallet.getPaymentMethod())).toBe('not_connected');
  expect(frames()).toHaveLength(0);
});

test('getPaymentMethod before init rejects with not_initialised', async () => {
  const { wallet } = connectedPage();
  expect(await code(wallet.getPaymentMethod())).toBe('not_initialised');
});

test('init twice rejects with already_initialised and leaves the first wallet alone', async () => {
  const { wallet } = connectedPage();
  const first = wallet.init(settings, payment());
  expect(await code(wallet.init(settings, payment()))).toBe('already_initialised');
  await first;
  expect(frames()).toHaveLength(1);
  expect(await wallet.getPaymentMethod()).toEqual({ cc_token: 'tok_1' });
});

test('init without a merchant or a container rejects before a frame exists, and a right one then works', async () => {
  const { wallet } = connectedPage();
  expect(await code(wallet.init({ ...settings, merchant_id: 0 }, payment()))).toBe('invalid_argument');
  expect(await code(wallet.init({ ...settings, container: '#walet' }, payment()))).toBe(
    'container_not_found',
  );
  expect(frames()).toHaveLength(0);
  await wallet.init(settings, payment());
});

test.each(['publishable_key_invalid', 'refresh_token_invalid', 'origin_not_allowed'])(
  'init rejects with "%s" at once when that is what connect met, and takes its frame away',
  async (refusal) => {
    const { wallet } = connectedPage(`refused:${refusal}`, 'pk_refused');
    const before = performance.now();
    expect(await code(wallet.init(settings, payment()))).toBe(refusal);
    expect(performance.now() - before).toBeLessThan(2500);
    expect(frames()).toHaveLength(0);
  },
);

test('init after a connect that failed rejects with that failure', async () => {
  const { wallet, connected } = connectedPage('refused:refresh_token_expired');
  await code(connected);
  expect(await code(wallet.init(settings, payment()))).toBe('refresh_token_expired');
});

test('init rejects with what connect met later, rather than with the frame it kept away', {
  tags: 'prove',
  timeout: 10_000,
}, async () => {
  hurry();
  const { wallet } = connectedPage('silent', 'pk_refused');
  expect(await code(wallet.init(settings, payment()))).toBe('service_unreachable');
});

test('init works again after a failed one', async () => {
  const { wallet, auth, publishableKey } = connectedPage('refused:refresh_token_invalid');
  await code(wallet.init(settings, payment()));
  await auth.connect({ publishableKey, refreshToken: 'ok' });
  await wallet.init(settings, payment());
  expect(frames()).toHaveLength(1);
});

test('init rejects with what the frame finds wrong, with its param', async () => {
  const { wallet } = connectedPage();
  const error = { code: 'invalid_argument', message: 'init: found "US"', param: 'currency' };
  await expect(wallet.init(settings, payment({ init: { ok: false, error } }))).rejects.toMatchObject(error);
  expect(frames()).toHaveLength(0);
});

test('getPaymentMethod waits for an init under way', async () => {
  const { wallet } = connectedPage('slow:300');
  wallet.init(settings, payment());
  expect(await wallet.getPaymentMethod()).toEqual({ cc_token: 'tok_1' });
});

test('calls before the scripts of the frame have come are answered once they have', async () => {
  const { wallet, publishableKey } = connectedPage('ok', 'pk_late:400');
  const begun = wallet.init(settings, payment());
  const asked = Promise.all([wallet.setLocale('de'), wallet.setView('CHECKOUT'), wallet.getPaymentMethod()]);
  expect(await calls(publishableKey)).not.toContain('init');
  await begun;
  expect((await asked)[2]).toEqual({ cc_token: 'tok_1' });
  expect((await calls(publishableKey)).slice(-3)).toEqual(['setLocale', 'setView', 'getPaymentMethod']);
});

test('destroy before the scripts of the frame have come ends all that waits for them', async () => {
  const { wallet } = connectedPage('ok', 'pk_late:400');
  const begun = code(wallet.init(settings, payment()));
  const asked = [code(wallet.setLocale('de')), code(wallet.getPaymentMethod())];
  await new Promise((done) => setTimeout(done, 100));
  await wallet.destroy();
  expect(await Promise.all([begun, ...asked])).toEqual(['destroyed', 'destroyed', 'destroyed']);
  await new Promise((done) => setTimeout(done, 500));
  expect(frames()).toHaveLength(0);
});

test('init with a token that does not come in time is refresh_token_unavailable, and leaves no frame', async () => {
  const patience = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(patience.signal);
  const { wallet, auth, publishableKey } = page();
  auth.connect({ publishableKey, refreshToken: new Promise<string>(() => {}) }).catch(() => {});
  const begun = code(wallet.init(settings, payment()));
  const asked = code(wallet.getPaymentMethod());
  await vi.waitFor(async () => expect(await calls(publishableKey)).toEqual(['init']));
  patience.abort(new DOMException('signal timed out', 'TimeoutError'));
  expect(await Promise.all([begun, asked])).toEqual([
    'refresh_token_unavailable',
    'refresh_token_unavailable',
  ]);
  expect(frames()).toHaveLength(0);
  expect(await calls(publishableKey)).toEqual(['init']);
});

test('getPaymentMethod rejects as init does when init fails', async () => {
  const { wallet } = connectedPage('refused:origin_not_allowed');
  wallet.init(settings, payment()).catch(() => {});
  expect(await code(wallet.getPaymentMethod())).toBe('origin_not_allowed');
  expect(await code(wallet.getPaymentMethod())).toBe('origin_not_allowed');
});

test('getPaymentMethod rejects with the code that the frame gives', async () => {
  const { wallet } = connectedPage();
  const error = { code: 'payment_method_incomplete', message: 'getPaymentMethod: found an empty form' };
  await wallet.init(settings, payment({ getPaymentMethod: { ok: false, error } }));
  await expect(wallet.getPaymentMethod()).rejects.toMatchObject({ name: 'SdkError', ...error });
});

/** Listens in on window: gives what was added and has not been taken away. */
function watchListeners() {
  const added = vi.spyOn(window, 'addEventListener');
  const removed = vi.spyOn(window, 'removeEventListener');
  const isGone = ([type, act]: unknown[]) =>
    removed.mock.calls.some((call) => call[0] === type && call[1] === act);
  return { added, left: () => added.mock.calls.filter((call) => !isGone(call)) };
}

test('destroy rejects what is pending and leaves no element and no listener', async () => {
  const { wallet } = connectedPage();
  const { added, left } = watchListeners();
  await wallet.init(settings, payment({ getPaymentMethod: 'never' }));
  const method = wallet.getPaymentMethod();
  await wallet.destroy();
  expect(await code(method)).toBe('destroyed');
  expect(frames()).toHaveLength(0);
  expect(added.mock.calls.length).toBeGreaterThan(1);
  expect(left()).toEqual([]);
});

test('destroy right after init rejects what is pending and leaves no element and no listener', async () => {
  const { wallet } = connectedPage('slow:300');
  const { added, left } = watchListeners();
  const init = wallet.init(settings, payment());
  const method = wallet.getPaymentMethod();
  await new Promise((done) => setTimeout(done));
  await wallet.destroy();
  expect(await code(init)).toBe('destroyed');
  expect(await code(method)).toBe('destroyed');
  expect(frames()).toHaveLength(0);
  expect(added.mock.calls.length).toBeGreaterThan(0);
  expect(left()).toEqual([]);
});

test('destroy in the task of init rejects it and leaves no element and no listener', async () => {
  const { wallet } = connectedPage('slow:300');
  const { left } = watchListeners();
  const init = wallet.init(settings, payment());
  expect(frames()).toHaveLength(1);
  await wallet.destroy();
  expect(await code(init)).toBe('destroyed');
  await new Promise((done) => setTimeout(done, 50));
  expect(frames()).toHaveLength(0);
  expect(left()).toEqual([]);
});

test('destroy while a payment method is asked for rejects it with destroyed', async () => {
  const { wallet, publishableKey } = connectedPage();
  await wallet.init(settings, payment({ getPaymentMethod: 'never' }));
  const method = code(wallet.getPaymentMethod());
  await vi.waitFor(async () => expect(await calls(publishableKey)).toContain('getPaymentMethod'));
  await wallet.destroy();
  expect(await method).toBe('destroyed');
  expect(await code(wallet.getPaymentMethod())).toBe('destroyed');
});

test('destroy leaves no timer', async () => {
  const { wallet } = connectedPage('ok', 'pk_hangs');
  const set = vi.spyOn(window, 'setTimeout');
  const cleared = vi.spyOn(window, 'clearTimeout');
  const init = code(wallet.init(settings, payment()));
  const timers = set.mock.results.map(({ value }) => value);
  await wallet.destroy();
  expect(timers.length).toBeGreaterThan(0);
  expect(cleared.mock.calls.map(([timer]) => timer)).toEqual(expect.arrayContaining(timers));
  await init;
});

test('destroy before init and destroy twice do nothing', async () => {
  const { wallet } = connectedPage();
  await wallet.destroy();
  await wallet.init(settings, payment());
  await wallet.destroy();
  await wallet.destroy();
  expect(frames()).toHaveLength(0);
});

test('init, destroy, init at once, as StrictMode mounts, shows one working wallet', async () => {
  const { wallet } = connectedPage('slow:100');
  const first = code(wallet.init(settings, payment()));
  wallet.destroy();
  await wallet.init(settings, payment());
  expect(await first).toBe('destroyed');
  expect(frames()).toHaveLength(1);
  expect(await wallet.getPaymentMethod()).toEqual({ cc_token: 'tok_1' });
});

test('on keeps its handlers over destroy', async () => {
  const { wallet } = connectedPage();
  const init = vi.fn();
  wallet.on('init', init);
  await wallet.init(settings, payment());
  await wallet.destroy();
  await wallet.init(settings, payment());
  expect(init).toHaveBeenCalledTimes(2);
});

test('an event of the frame reaches on', async () => {
  const { wallet } = connectedPage();
  const payload = { status: false, paymentMethod: null };
  const ready = new Promise((resolve) => wallet.on('checkoutReady', resolve));
  wallet.init(settings, payment({ next: [['emit', { name: 'checkoutReady', payload }]] }));
  expect(await ready).toEqual(payload);
});
