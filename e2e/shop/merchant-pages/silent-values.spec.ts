import { expect } from '@playwright/test';
import { test } from '../../support/fixtures/stack-test.ts';

/** Clipboard and password tools that put values into fields without an event. */

const silently = (input: Element, text: string) => {
  Reflect.set(input, 'value', text);
};

test('values that stand in the fields without an event make the method usable, and are paid with', async ({
  merchantPage,
}) => {
  const { run, wallet } = merchantPage;
  await run(`globalThis.usable = []; sdk.wallet.on('checkoutReady', ({ status }) => usable.push(status));`);
  await wallet.settled.waitFor({ state: 'attached' });
  await wallet.cardNumber.evaluate(silently, '4242424242424242');
  await wallet.expiry.evaluate(silently, '1234');
  await wallet.securityCode.evaluate(silently, '123');
  await wallet.holderName.evaluate(silently, 'Ada Lovelace');
  await expect.poll(() => run('return usable')).toEqual({ value: [true] });
  await expect(wallet.cardNumber).toHaveValue('4242 4242 4242 4242');
  await wallet.cardNumber.evaluate(silently, '5555555555554444');
  expect(await run('return (await sdk.wallet.getPaymentMethod()).last_4_digits')).toEqual({ value: 4444 });
});

test('a call that comes with the values takes them, and names their faults', async ({ merchantPage }) => {
  const { run, wallet } = merchantPage;
  await wallet.settled.waitFor({ state: 'attached' });
  await wallet.cardNumber.evaluate(silently, '4242 4242 4242 4241');
  await wallet.expiry.evaluate(silently, '12/34');
  await wallet.securityCode.evaluate(silently, '123');
  await wallet.holderName.evaluate(silently, 'Ada Lovelace');
  expect(await run('return sdk.wallet.getPaymentMethod()')).toEqual({ code: 'payment_method_incomplete' });
  await expect(wallet.cardNumber).toHaveAttribute('aria-invalid', 'true');
  await expect(wallet.expiry).not.toHaveAttribute('aria-invalid');
});
