import { afterEach, describe, expect, test, vi } from 'vitest';
import type { PaymentDetails } from '../contract/forms/settings.ts';
import type { Sdk } from './base/public-types.ts';
import { code, freshKey, freshPage, logOf, payment, settings } from './test-service/client.ts';

let open: Sdk | undefined;
afterEach(() => open?.wallet.destroy());

function page() {
  const publishableKey = freshKey();
  open = freshPage();
  const errors = vi.fn();
  open.wallet.on('error', errors);
  const connected = open.auth.connect.bind(null, { publishableKey, refreshToken: 'ok' });
  const set = async () => (await logOf(publishableKey)).filter(({ call }) => call.startsWith('set'));
  return { ...open, connected, set, errors };
}

type Setters = Pick<Sdk['wallet'], 'setPaymentDetails' | 'setAcceptedCreditCards' | 'setView' | 'setLocale'> &
  Pick<Sdk['wallet'], 'setAppearance'>;

const uses: readonly (readonly [keyof Setters, unknown, (wallet: Setters) => Promise<void>])[] = [
  [
    'setPaymentDetails',
    { currency: 'EUR', amount: '2.00' },
    (wallet) => wallet.setPaymentDetails({ currency: 'EUR', amount: '2.00' }),
  ],
  ['setAcceptedCreditCards', ['visa', 'tr'], (wallet) => wallet.setAcceptedCreditCards(['visa', 'tr'])],
  ['setView', 'MANAGE', (wallet) => wallet.setView('MANAGE')],
  ['setLocale', 'de', (wallet) => wallet.setLocale('de')],
  ['setAppearance', { theme: 'dark' }, (wallet) => wallet.setAppearance({ theme: 'dark' })],
];

describe.each(uses)('%s', (name, given, use) => {
  test('reaches the frame as it was given and resolves to nothing', async () => {
    const { wallet, connected, set } = page();
    await connected();
    await wallet.init(settings, payment());
    expect(await use(wallet)).toBeUndefined();
    expect((await set()).at(-1)).toEqual({ call: name, given, page: 'light' });
  });

  test('waits for an init under way', async () => {
    const { wallet, connected, set } = page();
    connected().catch(() => {});
    wallet.init(settings, payment());
    await use(wallet);
    expect((await set()).map(({ call }) => call)).toEqual(['setSession', name]);
  });

  test('before connect, before init and after destroy says what to call first', async () => {
    const { wallet, connected } = page();
    expect(await code(use(wallet))).toBe('not_connected');
    await connected();
    expect(await code(use(wallet))).toBe('not_initialised');
    await wallet.init(settings, payment());
    await wallet.destroy();
    expect(await code(use(wallet))).toBe('destroyed');
  });

  test('destroyed before it is through rejects with destroyed', async () => {
    const { wallet, connected } = page();
    connected().catch(() => {});
    wallet.init(settings, payment()).catch(() => {});
    const change = code(use(wallet));
    await wallet.destroy();
    expect(await change).toBe('destroyed');
  });

  test('refused by the frame rejects with its reason, and is one error event', async () => {
    const { wallet, connected, errors } = page();
    await connected();
    const error = { code: 'invalid_argument', message: `${name}: found it wrong`, param: 'given' };
    await wallet.init(settings, payment({ setter: { ok: false, error } }));
    await expect(use(wallet)).rejects.toMatchObject({ name: 'SdkError', ...error });
    expect(errors.mock.calls).toEqual([[{ ...error, shown: false }]]);
  });
});

test('a setter takes what it is given as it is at the call, from a proxy too', async () => {
  const { wallet, connected, set } = page();
  connected().catch(() => {});
  wallet.init(settings, payment());
  const details: PaymentDetails = { currency: 'EUR', amount: '2.00' };
  const change = wallet.setPaymentDetails(new Proxy(details, {}));
  details.amount = '3.00';
  await change;
  expect((await set()).at(-1)).toMatchObject({ given: { ...details, amount: '2.00' } });
});

test('a setter gives what is no JSON to the frame as nothing, which names it', async () => {
  const { wallet, connected, set } = page();
  await connected();
  await wallet.init(settings, payment());
  const metadata: Record<string, unknown> = {};
  metadata['itself'] = metadata;
  await wallet.setPaymentDetails({ currency: 'EUR', amount: '2.00', metadata });
  expect((await set()).at(-1)).toEqual({ call: 'setPaymentDetails', page: 'light' });
});

test('setters reach the frame in the order of their calls', async () => {
  const { wallet, connected, set } = page();
  connected().catch(() => {});
  wallet.init(settings, payment());
  await Promise.all(uses.map(([, , use]) => use(wallet)));
  expect((await set()).slice(1).map(({ call }) => call)).toEqual(uses.map(([name]) => name));
});
