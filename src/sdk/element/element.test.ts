import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FRAME_ALLOW, firstPaintSettingsOf, frameAddress } from '../../contract/frame/frame-address.ts';
import { baseUrl, freshKey, logOf, payment } from '../test-service/client.ts';
import { WalletCheckoutElement } from './index.ts';

beforeEach(() => {
  WalletCheckoutElement.baseUrl = baseUrl;
});
afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

/** An element that is in no page yet. */
function checkout(attributes: Record<string, string> = {}) {
  const element = document.createElement('wallet-checkout');
  const key = freshKey();
  const given = { 'publishable-key': key, 'merchant-id': '1001' };
  const all = { ...given, amount: '10.00', currency: 'USD', ...attributes };
  for (const [name, value] of Object.entries(all)) element.setAttribute(name, value);
  element.refreshToken = () => 'ok';
  const log = () => logOf(key);
  const calls = async () => (await log()).map(({ call }) => call);
  const stands = () => vi.waitFor(async () => expect(await calls()).toContain('setSession'));
  return { element, key, log, calls, stands };
}

const next = (element: WalletCheckoutElement, name: string) =>
  new Promise<CustomEvent>((resolve) =>
    element.addEventListener(name, (event) => resolve(event as CustomEvent), { once: true }),
  );

test('wallet-checkout shows a wallet by its attributes', async () => {
  const { element, log, stands } = checkout({
    locale: 'de',
    theme: 'dark',
    express: 'applepay, googlepay',
    'method-order': 'paypal',
    'sandbox-available': 'amazonpay paypal',
    'return-url': 'https://shop.example/',
    'auto-advance': 'false',
  });
  document.body.append(element);
  await stands();
  expect((await log()).find(({ call }) => call === 'init')?.['args']).toEqual({
    settings: {
      merchant_id: 1001,
      view: 'CHECKOUT',
      locale: 'de',
      express: ['applepay', 'googlepay'],
      method_order: ['paypal'],
      sandbox_available: ['amazonpay', 'paypal'],
      auto_advance: false,
      appearance: { theme: 'dark' },
    },
    payment_details: { currency: 'USD', amount: '10.00', return_url: 'https://shop.example/' },
  });
});

test('wallet-checkout pays the newest amount after its frame was lost and Try again was pressed', async () => {
  const { element, log, stands } = checkout();
  document.body.append(element);
  await stands();
  element.setAttribute('amount', '12.00');
  const amounts = async () => (await log()).filter(({ call }) => call === 'setPaymentDetails');
  await vi.waitFor(async () => expect(await amounts()).toHaveLength(1));
  element.querySelector('iframe')?.remove();
  const button = () =>
    [...element.children].flatMap(({ shadowRoot }) => shadowRoot?.querySelector('button') ?? [])[0];
  await vi.waitFor(() => expect(button()).toBeDefined());
  button()?.click();
  await vi.waitFor(async () => expect(await amounts()).toHaveLength(2));
  expect((await amounts()).at(-1)?.['given']).toMatchObject({ amount: '12.00' });
});

test('wallet-checkout changes what is changed of it while it stands, and keeps its frame', async () => {
  const { element, calls, stands } = checkout();
  document.body.append(element);
  const frame = element.querySelector('iframe');
  await stands();
  element.setAttribute('amount', '12.00');
  element.setAttribute('locale', 'de');
  element.setAttribute('locale', 'de');
  element.appearance = { labels: 'floating' };
  const changes = ['setPaymentDetails', 'setLocale', 'setAppearance'];
  await vi.waitFor(async () => expect((await calls()).slice(3)).toEqual(changes));
  expect(element.querySelector('iframe')).toBe(frame);
});

test('wallet-checkout in an open shadow root stands, tells its events, and pays', async () => {
  const { element, stands } = checkout();
  const host = document.body.appendChild(document.createElement('div'));
  const { metadata } = payment({
    next: [
      [
        'emit',
        {
          name: 'checkoutReady',
          payload: {
            status: true,
            paymentMethod: { type: 'card', name: 'Visa', credit_type: 'VI', last_4_digits: '4242' },
          },
        },
      ],
    ],
  });
  element.metadata = metadata;
  const told = next(element, 'checkoutReady');
  host.attachShadow({ mode: 'open' }).append(element);
  await stands();
  expect((await told).detail.paymentMethod.name).toBe('Visa');
  expect(element.paymentMethod?.last_4_digits).toBe('4242');
  expect(await element.submit()).toEqual({ paymentMethod: { cc_token: 'tok_1' }, completed: null });
});

test('wallet-checkout taken out ends its wallet', async () => {
  const { element, stands } = checkout();
  document.body.append(element);
  await stands();
  const pending = element.submit();
  element.remove();
  expect(element.querySelector('iframe')).toBeNull();
  await expect(pending).rejects.toMatchObject({ code: 'destroyed' });
  expect(element.paymentMethod).toBeNull();
});

test('wallet-checkout that is moved within the page stands there anew, without an error', async () => {
  const { element, calls, stands } = checkout();
  const failed = vi.fn();
  element.addEventListener('error', failed);
  document.body.append(element);
  await stands();
  const place = document.body.appendChild(document.createElement('section'));
  place.append(element);
  await vi.waitFor(async () => expect((await calls()).filter((call) => call === 'init')).toHaveLength(2));
  expect(element.querySelectorAll('iframe')).toHaveLength(1);
  expect(await element.submit()).toMatchObject({ paymentMethod: { cc_token: 'tok_1' } });
  expect((await calls()).filter((call) => call === 'token')).toHaveLength(1);
  expect(failed).not.toHaveBeenCalled();
});

test('wallet-checkout that is moved by moveBefore keeps its wallet', async (context) => {
  if (!('moveBefore' in Element.prototype)) return context.skip();
  const { element, calls, stands } = checkout();
  document.body.append(element);
  const frame = element.querySelector('iframe');
  await stands();
  const place = document.body.appendChild(document.createElement('section'));
  Reflect.apply(Reflect.get(place, 'moveBefore'), place, [element, null]);
  expect(await element.submit()).toMatchObject({ paymentMethod: { cc_token: 'tok_1' } });
  expect(element.querySelector('iframe')).toBe(frame);
  expect((await calls()).filter((call) => call === 'init')).toHaveLength(1);
});

test('wallet-checkout waits for a token that is set after it stands', async () => {
  const { element, stands } = checkout();
  element.refreshToken = undefined;
  document.body.append(element);
  expect(element.querySelectorAll('iframe')).toHaveLength(1);
  element.refreshToken = 'ok';
  await stands();
});

test('wallet-checkout asks its session-url for the token', async () => {
  const { element, stands, key } = checkout({ 'session-url': '/session' });
  element.refreshToken = undefined;
  const really = fetch;
  const fetched = vi
    .spyOn(window, 'fetch')
    .mockImplementation(async (address, init) =>
      String(address).endsWith('/session') ? Response.json({ refreshToken: 'ok' }) : really(address, init),
    );
  document.body.append(element);
  await stands();
  const exchange = (await logOf(key)).find(({ call }) => call === 'token');
  expect(exchange).toMatchObject({ form: { refreshToken: 'ok' } });
  const [, asked] = fetched.mock.calls.find(([address]) => String(address).endsWith('/session')) ?? [];
  // What a page of another site cannot send.
  expect(asked).toMatchObject({ headers: { 'Content-Type': 'application/json' }, body: '{}' });
});

test('wallet-checkout tells an error by an event, and in the console where nobody prevents that', async () => {
  const written = vi.spyOn(console, 'error').mockReturnValue();
  const { element } = checkout({ 'merchant-id': 'none' });
  const failed = next(element, 'error');
  document.body.append(element);
  expect((await failed).detail).toMatchObject({
    code: 'invalid_argument',
    param: 'merchant_id',
    shown: false,
  });
  expect(written).toHaveBeenCalledOnce();
  element.remove();
  element.addEventListener('error', (event) => event.preventDefault());
  document.body.append(element);
  await next(element, 'error');
  expect(written).toHaveBeenCalledOnce();
});

test('wallet-checkout takes over the frame that its HTML holds', async () => {
  const { element, key, stands } = checkout();
  const frame = document.createElement('iframe');
  const hints = firstPaintSettingsOf({ view: 'CHECKOUT' }, 'light');
  const page = { origin, nested: true };
  const asked = { baseUrl, publishableKey: key, merchantId: 1001, locale: 'en', ...page, hints, hint: '' };
  frame.src = frameAddress(asked);
  frame.allow = FRAME_ALLOW;
  element.append(frame);
  document.body.append(element);
  await stands();
  expect([...element.querySelectorAll('iframe')]).toEqual([frame]);
  expect(await logOf(`${key} frame`)).toHaveLength(1);
  element.remove();
  expect(frame.isConnected || element.contains(frame)).toBe(false);
});

test('two wallet-checkouts stand side by side', async () => {
  const [one, other] = [checkout(), checkout()];
  document.body.append(one.element, other.element);
  await Promise.all([one.stands(), other.stands()]);
  one.element.remove();
  expect(await other.element.submit()).toMatchObject({ paymentMethod: { cc_token: 'tok_1' } });
});

test('S54: wallet-checkout takes its tokens where a script says, whatever its HTML says', async () => {
  const { element, stands } = checkout({ 'base-url': 'https://evil.example' });
  document.body.append(element);
  expect(element.querySelector('iframe')?.src).toContain(`${baseUrl}/`);
  await stands();
});

test('S54: wallet-checkout takes no token that another origin, or its HTML itself, gives', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  const own = encodeURIComponent('{"refreshToken":"ok"}');
  for (const address of [`data:application/json,${own}`, `${baseUrl}/session`]) {
    const { element, calls } = checkout({ 'session-url': address });
    element.refreshToken = undefined;
    element.addEventListener('error', (event) => event.preventDefault());
    const failed = next(element, 'error');
    document.body.append(element);
    expect((await failed).detail).toMatchObject({ code: 'refresh_token_unavailable' });
    expect(await calls()).not.toContain('token');
  }
  expect(fetched.mock.calls.filter(([asked]) => String(asked).includes('session'))).toEqual([]);
});

test('wallet-checkout that stood before its script knows the service waits for the rest of that script', async () => {
  WalletCheckoutElement.baseUrl = undefined;
  const { element, stands } = checkout();
  document.body.append(element);
  WalletCheckoutElement.baseUrl = baseUrl;
  await stands();
});
