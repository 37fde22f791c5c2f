import { afterEach, expect, test, vi } from 'vitest';
import type { Sdk } from '../base/public-types.ts';
import { code, freshKey, freshPage, hurry, logOf, payment, settings } from '../test-service/client.ts';

let open: Sdk | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await open?.wallet.destroy();
  sessionStorage.clear();
});

/** As a frame says them that stood in this tab. */
const words = {
  lang: 'ar',
  dir: 'rtl',
  retry: 'إعادة المحاولة',
  failed: 'حدث خطأ من جانبنا',
  offline: 'أنت غير متصل بالإنترنت',
};
async function stoodOnce() {
  open = freshPage();
  await open.auth.connect({ publishableKey: freshKey(), refreshToken: 'ok' });
  const look = { title: 'بطاقة', lang: 'ar', theme: 'light', words };
  await open.wallet.init(settings, payment({ next: [['dress', look]] }));
  await vi.waitFor(() => expect(document.querySelector('iframe')?.title).toBe('بطاقة'));
  await open.wallet.destroy();
}

/** A page whose `init` has failed. */
async function failedPage({ behaviour = 'pk', refreshToken = 'ok' }) {
  hurry();
  open = freshPage();
  const publishableKey = freshKey(behaviour);
  const errors = vi.fn();
  open.wallet.on('error', errors);
  open.auth.connect({ publishableKey, refreshToken }).catch(() => {});
  const failure = await code(open.wallet.init(settings, payment()));
  // Whether there is a language for it is asked first.
  await new Promise((resolve) => setTimeout(resolve, 300));
  return { ...open, publishableKey, errors, failure };
}

const container = () => document.querySelector('#wallet');
const noticesIn = (place: ParentNode | null | undefined = container()) =>
  [...(place?.children ?? [])].flatMap(({ shadowRoot }) => shadowRoot?.querySelector('[role=alert]') ?? []);
const notice = () => noticesIn()[0] ?? null;
const button = () => notice()?.querySelector('button');
const tryAgain = () => button()?.click();

test('a frame that was blocked leaves the reason in its place, and Try again that tries again', async () => {
  const { failure, errors, publishableKey } = await failedPage({ behaviour: 'pk_refusedonce' });
  expect(failure).toBe('frame_blocked');
  await vi.waitFor(() => expect(notice()).not.toBeNull(), { timeout: 4000 });
  expect(notice()?.textContent).toBe('The payment form could not be loaded.Try again');
  expect(notice()?.getAttribute('lang')).toBe('en');
  const started = new Promise((resolve) => open?.wallet.on('init', resolve));
  button()?.focus();
  tryAgain();
  expect(notice()).toBeNull();
  expect(document.activeElement).toBe(document.querySelector('#wallet iframe'));
  await started;
  expect(container()?.children).toHaveLength(1);
  expect(await open?.wallet.getPaymentMethod()).toEqual({ cc_token: 'tok_1' });
  expect(errors).toHaveBeenCalledOnce();
  expect((await logOf(publishableKey)).filter(({ call }) => call === 'token')).toHaveLength(1);
}, 15_000);

test('a second failure is a second error event, and one notice', async () => {
  const { errors } = await failedPage({ behaviour: 'pk_refused' });
  tryAgain();
  await vi.waitFor(() => expect(errors).toHaveBeenCalledTimes(2), { timeout: 8000 });
  await vi.waitFor(() => expect(noticesIn()).toHaveLength(1));
}, 20_000);

test('a service that did not answer connect is asked again by Try again', async () => {
  const { failure, publishableKey } = await failedPage({ refreshToken: 'textonce' });
  expect(failure).toBe('service_unreachable');
  const started = new Promise((resolve) => open?.wallet.on('init', resolve));
  tryAgain();
  await started;
  expect((await logOf(publishableKey)).filter(({ call }) => call === 'token')).toHaveLength(2);
});

test.each(['internal_error', 'overloaded', 'rate_limited', 'shutting_down', 'store_unavailable'])(
  'a service that answered connect with %s is asked again by Try again',
  async (refusal) => {
    const { failure } = await failedPage({ refreshToken: `refusedonce:${refusal}` });
    expect(failure).toBe(refusal);
    const started = new Promise((resolve) => open?.wallet.on('init', resolve));
    tryAgain();
    await started;
  },
);

test('a token that did not come is asked for again by Try again', async () => {
  open = freshPage();
  const { auth, wallet } = open;
  wallet.on('error', () => {});
  const refreshToken = vi.fn(async () => 'ok').mockRejectedValueOnce(new Error('the backend is away'));
  auth.connect({ publishableKey: freshKey(), refreshToken }).catch(() => {});
  expect(await code(wallet.init(settings, payment()))).toBe('refresh_token_unavailable');
  await vi.waitFor(() => expect(notice()).not.toBeNull());
  const started = new Promise((resolve) => wallet.on('init', resolve));
  tryAgain();
  await started;
  expect(refreshToken).toHaveBeenCalledTimes(2);
});

test('Try again connects with the last valid options, whatever connect has refused since', async () => {
  const { auth, publishableKey } = await failedPage({ refreshToken: 'textonce' });
  expect(await code(auth.connect({ publishableKey: String(), refreshToken: 'ok' }))).toBe('invalid_argument');
  const started = new Promise((resolve) => open?.wallet.on('init', resolve));
  tryAgain();
  await started;
  expect((await logOf(publishableKey)).filter(({ call }) => call === 'token')).toHaveLength(2);
});

test("what is the merchant's to mend leaves nothing in the container", async () => {
  await failedPage({ refreshToken: 'refused:origin_not_allowed' });
  expect(container()?.children).toHaveLength(0);
});

test('destroy takes the notice away', async () => {
  const { wallet } = await failedPage({ behaviour: 'pk_refused' });
  await vi.waitFor(() => expect(notice()).not.toBeNull());
  await wallet.destroy();
  expect(container()?.children).toHaveLength(0);
}, 10_000);

test('the next init takes the notice away', async () => {
  const { wallet } = await failedPage({ behaviour: 'pk_refusedonce' });
  await vi.waitFor(() => expect(notice()).not.toBeNull());
  await wallet.init(settings, payment());
  expect(notice()).toBeNull();
  expect(container()?.children).toHaveLength(1);
}, 10_000);

/** For one request. */
function loseNetworkOnce() {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const open = XMLHttpRequest.prototype.open;
  vi.spyOn(XMLHttpRequest.prototype, 'open').mockImplementationOnce(function (this: XMLHttpRequest) {
    open.call(this, 'POST', 'http://127.0.0.1:9/', true);
  });
}

test.each([
  ['offline', 'أنت غير متصل بالإنترنتإعادة المحاولة'],
  ['service_unreachable', 'حدث خطأ من جانبناإعادة المحاولة'],
])('%s speaks the language of a wallet that stood in this tab', async (reason, said) => {
  await stoodOnce();
  if (reason === 'offline') loseNetworkOnce();
  expect((await failedPage({ refreshToken: 'textonce' })).failure).toBe(reason);
  expect(notice()).toMatchObject({ lang: 'ar', dir: 'rtl', textContent: said });
});

test('offline in a tab in which none has stood speaks English', async () => {
  loseNetworkOnce();
  await failedPage({ refreshToken: 'textonce' });
  expect(notice()).toMatchObject({ lang: 'en', dir: 'ltr', textContent: 'You are offline.Try again' });
});

test.each([
  ['service_unreachable', 'text', true],
  ['origin_not_allowed', 'refused:origin_not_allowed', false],
])(
  '%s says whether the wallet tells it, to whoever awaits connect or init and to error events',
  async (failure, refreshToken, shown) => {
    open = freshPage();
    const errors = vi.fn();
    open.wallet.on('error', errors);
    const told: unknown[] = [];
    const tell = (error: unknown) => told.push(Object(error).shown);
    const connected = open.auth.connect({ publishableKey: freshKey(), refreshToken }).catch(tell);
    await Promise.all([connected, open.wallet.init(settings, payment()).catch(tell)]);
    expect(told).toEqual([shown, shown]);
    expect(errors.mock.calls).toEqual([[expect.objectContaining({ code: failure, shown })]]);
  },
);

test('what connect rejects with is not shown where there is no wallet yet', async () => {
  open = freshPage();
  open.wallet.on('error', () => {});
  const connected = open.auth.connect({ publishableKey: freshKey(), refreshToken: 'text' });
  await expect(connected).rejects.toMatchObject({ code: 'service_unreachable', shown: false });
});
