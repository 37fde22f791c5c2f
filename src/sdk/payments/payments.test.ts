import { expect, test } from 'vitest';
import { code } from '../test-service/client.ts';
import { alternative, instant, refused, shown, soon, standing, windows } from '../test-service/provider.ts';

const approved = { cc_token: 'tok_of_provider', type: 'alternative' };

test('getPaymentMethod with an alternative method resolves to what its provider approved', async () => {
  const wallet = await standing({ choice: alternative, finishProvider: soon({ ok: true, value: approved }) });
  const asking = wallet.getPaymentMethod();
  expect(windows.length).toBe(1);
  expect(await asking).toEqual(approved);
  await shown(wallet, ['one']);
  expect(windows[0]?.closed).toBe(true);
  expect(await wallet.calls()).not.toContain('getPaymentMethod');
});

test('getPaymentMethod twice with an alternative method asks the shopper once', async () => {
  const wallet = await standing({ choice: alternative, finishProvider: soon({ ok: true, value: approved }) });
  expect(await Promise.all([wallet.getPaymentMethod(), wallet.getPaymentMethod()])).toEqual([
    approved,
    approved,
  ]);
  await shown(wallet, ['one']);
  expect(windows.length).toBe(1);
});

test.each(['card_declined', 'cancelled', 'offline'])(
  'getPaymentMethod rejects with "%s" when that is how it ended at the provider',
  async (end) => {
    const wallet = await standing({ choice: alternative, finishProvider: soon(refused(end)) });
    expect(await code(wallet.getPaymentMethod())).toBe(end);
    expect(windows[0]?.closed).toBe(true);
  },
);

test('getPaymentMethod rejects with popup_blocked where no window opens', async () => {
  const wallet = await standing({ choice: alternative });
  wallet.opening.mockReturnValue(null);
  expect(await code(wallet.getPaymentMethod())).toBe('popup_blocked');
  expect(await wallet.calls()).not.toContain('startProvider');
});

test('getPaymentMethod with an instant method opens nothing and rejects as the frame does', async () => {
  const refusal = refused('instant_method_selected');
  const wallet = await standing({ choice: instant, getPaymentMethod: refusal });
  expect(await code(wallet.getPaymentMethod())).toBe('instant_method_selected');
  expect(wallet.opening).not.toHaveBeenCalled();
});
