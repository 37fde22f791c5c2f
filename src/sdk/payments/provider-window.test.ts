import { expect, test, vi } from 'vitest';
import { code, freshPage } from '../test-service/client.ts';
import {
  alternative,
  done,
  instant,
  refusalOf,
  refused,
  rememberWindows,
  sheet,
  shown,
  soon,
  standing,
  windows,
} from '../test-service/provider.ts';

const dialogs = () =>
  [...document.documentElement.children].flatMap(
    ({ shadowRoot }) => shadowRoot?.querySelector('dialog') ?? [],
  );
const dialog = () => dialogs()[0] ?? null;
const button = (name: string) =>
  [...(dialog()?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === name);

test('makeInstantPayment opens its window before it first waits, shows the sheet there, and closes it at the end', async () => {
  const wallet = await standing({ choice: instant, finishProvider: soon(done) });
  const paying = wallet.makeInstantPayment();
  expect(windows.length).toBe(1);
  expect(windows[0]?.closed).toBe(false);
  await expect(paying).resolves.toBeUndefined();
  await shown(wallet, ['one']);
  expect(windows[0]?.closed).toBe(true);
});

test.each([
  ['a card', { use: null, refusal: refusalOf('payment_method_not_selected') }],
  ['an alternative method', alternative],
  ['MANAGE', { use: null, refusal: refusalOf('view_not_checkout') }],
])('makeInstantPayment with %s rejects as the frame said ahead, and opens nothing', async (_what, choice) => {
  const wallet = await standing({ choice });
  await expect(wallet.makeInstantPayment()).rejects.toMatchObject(choice.refusal ?? {});
  expect(wallet.opening).not.toHaveBeenCalled();
  expect(await wallet.calls()).not.toContain('startProvider');
});

test('makeInstantPayment before init opens nothing', async () => {
  const opening = rememberWindows();
  const { wallet } = freshPage();
  wallet.on('error', () => {});
  expect(await code(wallet.makeInstantPayment())).toBe('not_connected');
  expect(opening).not.toHaveBeenCalled();
});

test('makeInstantPayment rejects with popup_blocked where no window opens, and starts nothing', async () => {
  const wallet = await standing({ choice: instant });
  wallet.opening.mockReturnValue(null);
  expect(await code(wallet.makeInstantPayment())).toBe('popup_blocked');
  expect(await wallet.calls()).not.toContain('startProvider');
});

test('makeInstantPayment closes its window when the payment cannot start', async () => {
  const wallet = await standing({ choice: instant, starts: () => [refused('processor_unavailable')] });
  expect(await code(wallet.makeInstantPayment())).toBe('processor_unavailable');
  expect(windows[0]?.closed).toBe(true);
});

test('S62: a provider’s address that is none of the web is not gone to: it would run in the page', async () => {
  const address = 'javascript:opener.taken=1';
  const wallet = await standing({
    choice: instant,
    starts: () => [{ ok: true, value: address }],
    finishProvider: soon(done),
  });
  await wallet.makeInstantPayment();
  expect(Reflect.get(window, 'taken')).toBeUndefined();
  expect(windows.length).toBe(1);
});

test('makeInstantPayment twice shares one window and its one sheet', async () => {
  const wallet = await standing({ choice: instant, finishProvider: soon(done) });
  await Promise.all([wallet.makeInstantPayment(), wallet.makeInstantPayment()]);
  expect(windows.length).toBe(1);
  await shown(wallet, ['one']);
});

test('makeInstantPayment again for something else shows that in the window, which stays when the first has ended', async () => {
  const wallet = await standing({
    choice: instant,
    starts: (key) => [
      { ok: true, value: sheet(key, 'one') },
      { ok: true, value: sheet(key, 'two') },
    ],
    finishProvider: [{ when: 'again', answer: done }, { when: 'never' }],
  });
  const first = wallet.makeInstantPayment();
  await shown(wallet, ['one']);
  const second = code(wallet.makeInstantPayment());
  await shown(wallet, ['one', 'two']);
  await first;
  expect(windows.length).toBe(1);
  expect(windows[0]?.closed).toBe(false);
  await wallet.destroy();
  expect(await second).toBe('destroyed');
});

test('makeInstantPayment goes on when the window was closed: the dialog’s button opens it again, with what it showed', async () => {
  const wallet = await standing({ choice: instant });
  const paying = code(wallet.makeInstantPayment());
  await shown(wallet, ['one']);
  windows[0]?.close();
  button('Zurück zu PayPal')?.click();
  await shown(wallet, ['one', 'one']);
  expect(windows.map(({ closed }) => closed)).toEqual([true, false]);
  button('Zurück zu PayPal')?.click();
  expect(windows.length).toBe(2);
  await wallet.destroy();
  expect(await paying).toBe('destroyed');
  expect(windows[1]?.closed).toBe(true);
  expect(await wallet.sheets()).toEqual(['one', 'one']);
});

test('makeInstantPayment ends as the frame says after it was told of a press on its dialog', async () => {
  const cancelled = { when: 'cancelled', answer: refused('cancelled') } as const;
  const wallet = await standing({ choice: instant, finishProvider: [cancelled] });
  const paying = code(wallet.makeInstantPayment());
  await vi.waitFor(() => expect(dialog()).not.toBeNull());
  expect(await wallet.calls()).not.toContain('press');
  button('Abbrechen')?.click();
  expect(await paying).toBe('cancelled');
  expect(dialog()).toBeNull();
  expect(windows[0]?.closed).toBe(true);
});

test('a button of the dialog opens no window once the payment has ended', async () => {
  const wallet = await standing({ choice: instant, finishProvider: soon(done) });
  const paying = wallet.makeInstantPayment();
  await vi.waitFor(() => expect(dialog()).not.toBeNull());
  const back = button('Zurück zu PayPal');
  await paying;
  back?.click();
  expect(wallet.opening).toHaveBeenCalledOnce();
});

test('makeInstantPayment after the window was closed opens another, under one dialog', async () => {
  const wallet = await standing({ choice: instant });
  const first = code(wallet.makeInstantPayment());
  await shown(wallet, ['one']);
  windows[0]?.close();
  const second = code(wallet.makeInstantPayment());
  await shown(wallet, ['one', 'one']);
  await vi.waitFor(() => expect(dialogs()).toHaveLength(1));
  expect(windows.map(({ closed }) => closed)).toEqual([true, false]);
  await wallet.destroy();
  expect(await Promise.all([first, second])).toEqual(['destroyed', 'destroyed']);
  expect(dialog()).toBeNull();
});

test('destroy closes the window and ends what waits for it', async () => {
  const wallet = await standing({ choice: instant });
  const paying = code(wallet.makeInstantPayment());
  await shown(wallet, ['one']);
  await wallet.destroy();
  expect(await paying).toBe('destroyed');
  expect(windows[0]?.closed).toBe(true);
});
