import { act, createElement, type ReactElement, StrictMode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FRAME_ALLOW, firstPaintSettingsOf, frameAddress } from '../../contract/frame/frame-address.ts';
import type { PaymentDetails } from '../index.ts';
import { baseUrl, freshKey, logOf, payment } from '../test-service/client.ts';
import { type UsedWallet, useWallet, Wallet, WalletProvider } from './index.ts';

const instant = {
  use: 'instant',
  opens: 'window',
  notice: {
    lang: 'en',
    direction: 'ltr',
    text: 'Pay at PayPal',
    proceed: 'Back to PayPal',
    stop: 'Cancel',
    look: { dialog: '', text: '', proceed: '', stop: '' },
  },
};
const paypal = { type: 'instant', name: 'PayPal', credit_type: 'PL', last_4_digits: '' };
const visa = { type: 'card', name: 'Visa', credit_type: 'VI', last_4_digits: '4242' };

let root: Root;
beforeEach(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  document.body.innerHTML = '<div id="root"></div>';
  root = createRoot(document.body.firstElementChild ?? document.body);
});
afterEach(async () => {
  await act(() => root.unmount());
  vi.restoreAllMocks();
});

type Props = {
  publishableKey?: string;
  details?: PaymentDetails;
  locale?: 'de';
  layout?: 'tabs';
  refreshToken?: () => string;
  onError?: (error: { code: string }) => void;
  onExpressPay?: () => void;
  isShown?: boolean;
};

/** A page around the wallet, and what `useWallet` last said in it. */
function site(publishableKey: string) {
  let used: UsedWallet | undefined;
  function Pay() {
    used = useWallet();
    return null;
  }
  const page = ({ details = payment(), refreshToken = () => 'ok', isShown = true, ...props }: Props) =>
    createElement(
      WalletProvider,
      { publishableKey, baseUrl, refreshToken },
      isShown &&
        createElement(Wallet, { merchant_id: 1001, view: 'CHECKOUT', payment_details: details, ...props }),
      createElement(Pay),
    );
  const show = (element: ReactElement) => act(() => root.render(element));
  const calls = async () => (await logOf(publishableKey)).map(({ call }) => call);
  const wallet = () => {
    if (!used) throw new Error('found no wallet used');
    return used;
  };
  return { page, show, calls, wallet, key: publishableKey };
}

const frames = () => document.querySelectorAll('iframe');

test('Wallet shows one wallet with one exchange in StrictMode, and takes it off with itself', async () => {
  const { page, show, calls } = site(freshKey());
  await show(createElement(StrictMode, null, page({})));
  const begun = ['init', 'setSession', 'token'];
  await vi.waitFor(async () => expect((await calls()).toSorted()).toEqual(begun));
  expect(frames()).toHaveLength(1);
  await show(createElement(StrictMode, null, page({ isShown: false })));
  expect(frames()).toHaveLength(0);
  await show(createElement(StrictMode, null, page({})));
  await vi.waitFor(async () => expect((await calls()).filter((call) => call === 'init')).toHaveLength(2));
  expect((await calls()).filter((call) => call === 'token')).toHaveLength(1);
});

test('Wallet that renders again keeps its frame, and changes only what is new by its content', async () => {
  const { page, show, calls } = site(freshKey());
  await show(page({ details: payment() }));
  const [frame] = frames();
  await vi.waitFor(async () => expect(await calls()).toContain('setSession'));
  await show(page({ details: payment(), refreshToken: () => 'another function' }));
  await show(page({ details: { ...payment(), amount: '12.00' }, locale: 'de' }));
  await vi.waitFor(async () => expect((await calls()).slice(3)).toEqual(['setPaymentDetails', 'setLocale']));
  expect(frames()).toHaveLength(1);
  expect(frames()[0]).toBe(frame);
});

test('Wallet with another setting that cannot change live is a new wallet', async () => {
  const { page, show, calls } = site(freshKey());
  await show(page({}));
  const [frame] = frames();
  await show(page({ layout: 'tabs' }));
  expect(frames()).toHaveLength(1);
  expect(frames()[0]).not.toBe(frame);
  await vi.waitFor(async () => expect(await calls()).toContain('init'));
});

test('useWallet tells what is chosen, and submit hands over a card', async () => {
  const { page, show, wallet } = site(freshKey());
  const chosen = { name: 'checkoutReady', payload: { status: true, paymentMethod: visa } };
  await show(
    page({
      details: payment({
        next: [
          ['emit', chosen],
          ['emit', { name: 'ready', payload: {} }],
        ],
      }),
    }),
  );
  await vi.waitFor(() => expect(wallet().isReady).toBe(true));
  expect(wallet().paymentMethod).toEqual(visa);
  expect(await wallet().submit()).toEqual({ paymentMethod: { cc_token: 'tok_1' }, completed: null });
  await show(page({ isShown: false }));
  expect(wallet()).toMatchObject({ isReady: false, paymentMethod: null });
});

test('submit makes an instant payment where one is chosen, or pressed, and says how it ended', async () => {
  const { page, show, wallet } = site(freshKey());
  const onExpressPay = vi.fn();
  const details = payment({
    startProvider: [{ ok: true, value: `${baseUrl}/sheet` }],
    finishProvider: [{ when: 'soon', answer: { ok: true, value: null } }],
    next: [
      ['choose', instant],
      ['emit', { name: 'expressPay', payload: { paymentMethod: paypal } }],
    ],
  });
  await show(page({ details, onExpressPay }));
  await vi.waitFor(() => expect(onExpressPay).toHaveBeenCalledWith({ paymentMethod: paypal }));
  const opening = vi.spyOn(document, 'open');
  const submitted = wallet().submit({ ...paypal, type: 'instant', credit_type: 'PL' });
  expect(opening).toHaveBeenCalledOnce();
  expect(await submitted).toEqual({ paymentMethod: null, completed: null });
});

test('submit that fails tells its caller alone, and not onError', async () => {
  const { page, show, wallet } = site(freshKey());
  const onError = vi.fn();
  const details = payment({
    next: [
      ['choose', instant],
      ['emit', { name: 'ready', payload: {} }],
    ],
  });
  await show(page({ details, onError }));
  await vi.waitFor(() => expect(wallet().isReady).toBe(true));
  vi.spyOn(document, 'open').mockReturnValue(null as never);
  const submitted = wallet().submit({ ...paypal, type: 'instant', credit_type: 'PL' });
  await expect(submitted).rejects.toMatchObject({ code: 'popup_blocked' });
  await new Promise((done) => setTimeout(done, 50));
  expect(onError).not.toHaveBeenCalled();
});

test('a failure is the newest onError, or else a line in the console', async () => {
  const written = vi.spyOn(console, 'error').mockReturnValue();
  const { page, show } = site(freshKey());
  const [first, onError] = [vi.fn(), vi.fn()];
  const refreshToken = () => 'refused:origin_not_allowed';
  await show(page({ refreshToken, onError: first }));
  await show(page({ refreshToken, onError }));
  await vi.waitFor(() => expect(onError).toHaveBeenCalledOnce());
  expect(onError).toHaveBeenCalledWith(expect.objectContaining({ code: 'origin_not_allowed', shown: false }));
  expect([first.mock.calls.length, written.mock.calls.length]).toEqual([0, 0]);
  const other = site(freshKey());
  await other.show(createElement('div', { key: 'other' }, other.page({ refreshToken })));
  await vi.waitFor(() => expect(written).toHaveBeenCalledOnce());
});

test('useWallet without a provider says what it wants', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const Alone = () => {
    useWallet();
    return null;
  };
  const rendering = async () => act(() => root.render(createElement(Alone)));
  await expect(rendering()).rejects.toThrow('useWallet: found no WalletProvider, wanted one around it');
});

test('a frame that the server has rendered stays: it is taken over without a warning or a second request', async () => {
  const publishableKey = freshKey();
  const settings = { merchant_id: 1001, view: 'CHECKOUT' } as const;
  // Browser tests run in a frame.
  const page = { baseUrl, publishableKey, merchantId: 1001, locale: 'en', origin, nested: true, hint: '' };
  const address = frameAddress({ ...page, hints: firstPaintSettingsOf(settings, 'light') });
  const frame = `<iframe src="${address.replaceAll('&', '&amp;')}" allow="${FRAME_ALLOW}"></iframe>`;
  const shop = (html: string) =>
    createElement(
      WalletProvider,
      { publishableKey, baseUrl, refreshToken: () => 'ok' },
      createElement(Wallet, { ...settings, payment_details: payment(), frame: html }),
    );
  const container = document.createElement('div');
  document.body.append(container);
  container.innerHTML = renderToString(shop(frame));
  const written = container.querySelector('iframe');
  await new Promise((done) => written?.addEventListener('load', done));
  const warned = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')];
  await act(() => {
    root = hydrateRoot(container, shop(frame));
  });
  await vi.waitFor(async () =>
    expect(await logOf(publishableKey)).toContainEqual(expect.objectContaining({ call: 'init' })),
  );
  await act(() => root.render(shop('<p>another</p>')));
  expect([...document.querySelectorAll('iframe')]).toEqual([written]);
  expect(await logOf(`${publishableKey} frame`)).toHaveLength(1);
  for (const each of warned) expect(each).not.toHaveBeenCalled();
});
