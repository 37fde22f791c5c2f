import { expect, test } from 'vitest';
import { code, freshPage } from './test-service/client.ts';
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
} from './test-service/provider.ts';

test('makeInstantPayment opens its window before it first waits, shows the sheet there, and closes it at the end', async () => {
  const wallet = await standing({ choice: instant, finishProvider: soon(done) });
  const paying = wallet.makeInstantPayment();
  expect(windows).toHaveLength(1);
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

test('makeInstantPayment twice shares one window and its one sheet', async () => {
  const wallet = await standing({ choice: instant, finishProvider: soon(done) });
  await Promise.all([wallet.makeInstantPayment(), wallet.makeInstantPayment()]);
  expect(windows).toHaveLength(1);
  await shown(wallet, ['one']);
});

test('makeInstantPayment again for something else shows that in the window, which stays when the first has ended', async () => {
  const wallet = await standing({
    choice: instant,
    starts: (key) => [
      { ok: true, value: sheet(key, 'one') },
      { ok: true, value: sheet(key, 'two') },
    ],
    finishProvider: [{ when: 'soon', answer: done }, { when: 'never' }],
  });
  const first = wallet.makeInstantPayment();
  await shown(wallet, ['one']);
  const second = code(wallet.makeInstantPayment());
  await shown(wallet, ['one', 'two']);
  await first;
  expect(windows).toHaveLength(1);
  expect(windows[0]?.closed).toBe(false);
  await wallet.destroy();
  expect(await second).toBe('destroyed');
});

test('makeInstantPayment asks how the payment stands when the window is gone, and ends as the frame says', async () => {
  const wallet = await standing({
    choice: instant,
    finishProvider: [{ when: 'left', answer: refused('cancelled') }],
  });
  const paying = code(wallet.makeInstantPayment());
  await shown(wallet, ['one']);
  expect(await wallet.calls()).not.toContain('leaveProvider');
  windows[0]?.close();
  expect(await paying).toBe('cancelled');
});

test('makeInstantPayment after the window was closed opens another, which is not taken for gone', async () => {
  const wallet = await standing({ choice: instant });
  const first = code(wallet.makeInstantPayment());
  await shown(wallet, ['one']);
  windows[0]?.close();
  const second = code(wallet.makeInstantPayment());
  await shown(wallet, ['one', 'one']);
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(windows.map(({ closed }) => closed)).toEqual([true, false]);
  expect(await wallet.calls()).not.toContain('leaveProvider');
  await wallet.destroy();
  expect(await Promise.all([first, second])).toEqual(['destroyed', 'destroyed']);
});

test('destroy closes the window and ends what waits for it', async () => {
  const wallet = await standing({ choice: instant });
  const paying = code(wallet.makeInstantPayment());
  await shown(wallet, ['one']);
  await wallet.destroy();
  expect(await paying).toBe('destroyed');
  expect(windows[0]?.closed).toBe(true);
});
