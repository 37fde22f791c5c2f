import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import type { Sdk } from '../surface/public-types.ts';
import { challengeAt } from '../test-service/challenge.ts';
import { freshKey, freshPage, logOf, payment, settings } from '../test-service/client.ts';

let open: Sdk | undefined;
afterEach(() => open?.wallet.destroy());

const dialog = () => document.querySelector('dialog');

async function standingWallet(next: [string, ...unknown[]][]) {
  const sdk = freshPage();
  open = sdk;
  const publishableKey = freshKey();
  const ended = vi.fn();
  sdk.wallet.on('after3DsComplete', ended);
  await sdk.auth.connect({ publishableKey, refreshToken: 'ok' });
  await sdk.wallet.init(settings, payment({ next }));
  await vi.waitFor(() => expect(dialog()).not.toBeNull());
  return { ...sdk, ended, publishableKey };
}

const end = { transaction_id: 't1', status: 'FAILURE', reason: 'cancelled' };

test('the frame opens the box, and its events reach the page after it has closed it', async () => {
  const sdk = freshPage();
  open = sdk;
  const seen: unknown[] = [];
  sdk.wallet.on('after3DsComplete', (payload) => seen.push(payload, dialog()));
  sdk.wallet.on('threeDsEnded', (payload) => seen.push(payload));
  await sdk.auth.connect({ publishableKey: freshKey(), refreshToken: 'ok' });
  const next: [string, ...unknown[]][] = [
    ['showChallenge', challengeAt('/box')],
    ['closeChallenge'],
    ['emit', { name: 'after3DsComplete', payload: { status: 'FAILURE', transaction_id: 't1' } }],
    ['emit', { name: 'threeDsEnded', payload: end }],
  ];
  await sdk.wallet.init(settings, payment({ next }));
  await vi.waitFor(() => expect(seen).toHaveLength(3));
  expect(seen).toEqual([{ status: 'FAILURE', transaction_id: 't1' }, null, end]);
});

test('Stop payment asks the frame', async () => {
  const { publishableKey } = await standingWallet([['showChallenge', challengeAt('/box')]]);
  for (const name of ['Close', 'Stop payment'])
    [...document.querySelectorAll<HTMLButtonElement>('dialog button')]
      .find(({ textContent }) => textContent === name)
      ?.click();
  const calls = async () => (await logOf(publishableKey)).map(({ call }) => call);
  await vi.waitFor(async () => expect(await calls()).toContain('cancelChallenge'), { timeout: 5_000 });
});

test('S62: an address of no web page opens no box: it would run in the page', async () => {
  const sdk = freshPage();
  open = sdk;
  const seen = vi.fn();
  sdk.wallet.on('threeDsEnded', seen);
  await sdk.auth.connect({ publishableKey: freshKey(), refreshToken: 'ok' });
  const next: [string, ...unknown[]][] = [
    ['showChallenge', { ...challengeAt('/box'), boxUrl: 'javascript:top.taken=1' }],
    ['emit', { name: 'threeDsEnded', payload: end }],
  ];
  await sdk.wallet.init(settings, payment({ next }));
  await vi.waitFor(() => expect(seen).toHaveBeenCalled());
  expect(dialog()).toBeNull();
  expect(Reflect.get(window, 'taken')).toBeUndefined();
});

test('destroy takes the box away and says nothing of the challenge', async () => {
  const { wallet, ended } = await standingWallet([['showChallenge', challengeAt('/box')]]);
  await wallet.destroy();
  expect(dialog()).toBeNull();
  expect(ended).not.toHaveBeenCalled();
});

test('no message of any window, whatever it says, ends a challenge or raises an event', async () => {
  const { ended } = await standingWallet([['showChallenge', challengeAt('/box')]]);
  const sibling = document.body.appendChild(document.createElement('iframe'));
  const said = fc.oneof(
    fc.json().map((text) => JSON.parse(text)),
    fc.record({
      id: fc.nat({ max: 9 }),
      name: fc.constantFrom('emit', 'closeChallenge', 'endChallenge'),
      given: fc.constant([
        { name: 'after3DsComplete', payload: { status: 'SUCCESS', transaction_id: 't1' } },
      ]),
    }),
    fc.constantFrom('wallet/1 ready', 'wallet/1 ask', 'wallet/1 port'),
  );
  const box = document.querySelector<HTMLIFrameElement>('dialog iframe');
  const from = [window, sibling.contentWindow, box?.contentWindow ?? null];
  fc.assert(
    // By its place in the list: fast-check looks into what it hands out, and the box's window is another origin's.
    fc.property(said, fc.nat({ max: from.length - 1 }), (data, place) => {
      const source = from[place] ?? null;
      window.dispatchEvent(
        new MessageEvent('message', { data, source, origin: new URL(challengeAt('').boxUrl).origin }),
      );
      window.postMessage(data, '*');
    }),
    { numRuns: 300 },
  );
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(dialog()?.open).toBe(true);
  expect(ended).not.toHaveBeenCalled();
  sibling.remove();
});
