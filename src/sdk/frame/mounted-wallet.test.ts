import { afterEach, expect, test, vi } from 'vitest';
import type { ConnectOptions } from '../../contract/forms/settings.ts';
import type { Sdk } from '../base/public-types.ts';
import { attachDialogs } from '../dialogs/attach-dialogs.ts';
import {
  code,
  createTestSdk,
  freshKey,
  freshPage,
  logOf,
  payment,
  settings,
} from '../test-service/client.ts';
import { dialogAt } from '../test-service/dialog.ts';

let open: Sdk | undefined;
afterEach(() => {
  vi.restoreAllMocks();
  return open?.wallet.destroy();
});

async function standingWallet({
  refreshToken = 'ok' as ConnectOptions['refreshToken'],
  next = [] as [string, ...unknown[]][],
} = {}) {
  const sdk = freshPage();
  open = sdk;
  const publishableKey = freshKey();
  await sdk.auth.connect({ publishableKey, refreshToken });
  await sdk.wallet.init(settings, payment({ next }));
  const logged = async (call: string) => (await logOf(publishableKey)).filter((entry) => entry.call === call);
  return { ...sdk, publishableKey, logged };
}

test('the frame is loaded for key, merchant, locale and this origin', async () => {
  const { logged, publishableKey } = await standingWallet();
  const [init] = await logged('init');
  expect(init?.['address']).toEqual({
    key: publishableKey,
    merchant: '1001',
    locale: 'en',
    origin: window.origin,
    // Browser tests run in a frame.
    nested: '1',
  });
});

test('the frame learns the origin of the page and no more of its address', async () => {
  const { logged } = await standingWallet();
  const [init] = await logged('init');
  expect(init?.['referrer']).toBe(`${window.origin}/`);
});

test('renewSession of the frame gives it the renewed session, of the token at hand or of another', async () => {
  const refreshToken = vi.fn(async () => 'ok');
  const { logged } = await standingWallet({
    refreshToken,
    next: [
      ['renewSession', true],
      ['renewSession', false],
    ],
  });
  await vi.waitFor(async () => expect(await logged('renewSession')).toHaveLength(2));
  const tokens = (await logged('renewSession')).map(({ answer }) => Object(answer).value?.accessToken);
  expect(tokens.sort()).toEqual(['at_2', 'at_3']);
  expect(refreshToken).toHaveBeenCalledTimes(2);
});

test('renewSession answers the frame with the refusal', async () => {
  const { logged } = await standingWallet({
    refreshToken: 'ends:refresh_token_expired',
    next: [['renewSession', true]],
  });
  await vi.waitFor(async () => expect(await logged('renewSession')).toHaveLength(1));
  expect((await logged('renewSession'))[0]?.['answer']).toMatchObject({
    ok: false,
    error: { code: 'refresh_token_expired' },
  });
});

test('a new connect gives the standing frame its session', async () => {
  const { auth, logged, publishableKey } = await standingWallet();
  await auth.connect({ publishableKey, refreshToken: 'guest' });
  await vi.waitFor(async () => expect(await logged('setSession')).toHaveLength(2));
  expect((await logged('setSession'))[1]?.['session']).toMatchObject({ accessToken: 'at_2', isGuest: true });
});

test('a new connect with another key leaves the standing frame its session', async () => {
  const { auth, wallet, logged } = await standingWallet();
  await auth.connect({ publishableKey: freshKey(), refreshToken: 'ok' });
  await wallet.getPaymentMethod();
  expect(await logged('setSession')).toHaveLength(1);
});

test('a refused new connect leaves the standing wallet as it was', async () => {
  const { auth, wallet, publishableKey } = await standingWallet();
  wallet.on('error', () => {});
  await code(auth.connect({ publishableKey, refreshToken: 'refused:refresh_token_invalid' }));
  expect(await wallet.getPaymentMethod()).toEqual({ cc_token: 'tok_1' });
});

const dialogs = () =>
  [...document.documentElement.children].flatMap(
    ({ shadowRoot }) => shadowRoot?.querySelector('dialog') ?? [],
  );

/** A wallet whose frame calls `next`, on a page that gets its dialog code by `loadDialogs`. */
async function walletWith(
  loadDialogs: () => Promise<typeof attachDialogs>,
  directions: Parameters<typeof payment>[0],
) {
  document.body.innerHTML = '<div id="wallet"></div>';
  const sdk = createTestSdk(true, loadDialogs);
  open = sdk;
  await sdk.auth.connect({ publishableKey: freshKey(), refreshToken: 'ok' });
  await sdk.wallet.init(settings, payment(directions));
  return sdk.wallet;
}

test('dialog code is loaded once for all calls of the frame', async () => {
  const loadDialogs = vi.fn(async () => {
    await new Promise((done) => setTimeout(done, 50));
    return attachDialogs;
  });
  const next: [string, ...unknown[]][] = [['viewport'], ['drawDialog', dialogAt('/box')], ['viewport']];
  const wallet = await walletWith(loadDialogs, { next });
  await vi.waitFor(() => expect(dialogs()).toHaveLength(1));
  expect(loadDialogs).toHaveBeenCalledOnce();
  await wallet.destroy();
  expect(dialogs()).toHaveLength(0);
});

test('dialog code that was lost is asked for again at the next call', async () => {
  const loadDialogs = vi.fn(async () => attachDialogs).mockRejectedValueOnce(new TypeError('lost'));
  const wallet = await walletWith(loadDialogs, {
    next: [['viewport'], ['choose', { use: 'instant', opens: 'window' }]],
    startProvider: [{ ok: true, value: null }],
    finishProvider: [{ when: 'never' }],
    dialog: dialogAt('/box'),
  });
  const provider = { closed: false, focus() {}, close() {}, location: {} };
  vi.spyOn(document, 'open').mockReturnValue(provider as never);
  await vi.waitFor(() => expect(loadDialogs).toHaveBeenCalledOnce());
  await wallet.setLocale('en');
  wallet.makeInstantPayment().catch(() => {});
  await vi.waitFor(() => expect(dialogs()).toHaveLength(1));
  expect(loadDialogs).toHaveBeenCalledTimes(2);
});
