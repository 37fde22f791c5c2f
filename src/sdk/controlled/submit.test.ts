import { expect, test, vi } from 'vitest';
import type { PaymentMethod } from '../index.ts';
import { createSdk } from '../index.ts';
import { submit } from './submit.ts';

const ended = { status: 'SUCCESS', transaction_id: 'txn-1', method: 'paypal' } as const;
const handedOver = { cc_token: 'tok_1' } as PaymentMethod;

/** A wallet whose calls are answered here. */
function answered() {
  const told: ((payment: typeof ended) => void)[] = [];
  const stop = vi.fn();
  const wallet = {
    ...createSdk().wallet,
    getPaymentMethod: vi.fn(async () => handedOver),
    makeInstantPayment: vi.fn(async () => {
      for (const tell of told) tell(ended);
    }),
    on: (_: string, handler: (payment: never) => void) => {
      told.push(handler as (payment: typeof ended) => void);
      return stop;
    },
  };
  return { wallet, stop };
}

test.each(['card', 'alternative'] as const)('submit hands over a method of the type %s', async (type) => {
  const { wallet } = answered();
  expect(await submit(wallet, { type })).toEqual({ paymentMethod: handedOver, completed: null });
  expect(wallet.makeInstantPayment).not.toHaveBeenCalled();
});

test('submit of nothing chosen asks the wallet, which shows what is missing', async () => {
  const { wallet } = answered();
  await submit(wallet, null);
  expect(wallet.getPaymentMethod).toHaveBeenCalledOnce();
});

test('submit makes an instant payment before it first waits, says how it ended, and listens no more', async () => {
  const { wallet, stop } = answered();
  const submitted = submit(wallet, { type: 'instant' });
  expect(wallet.makeInstantPayment).toHaveBeenCalledOnce();
  expect(await submitted).toEqual({ paymentMethod: null, completed: ended });
  expect(stop).toHaveBeenCalledOnce();
});

test('submit rejects as the wallet does, and listens no more', async () => {
  const { wallet, stop } = answered();
  wallet.makeInstantPayment.mockRejectedValueOnce(new Error('blocked'));
  await expect(submit(wallet, { type: 'instant' })).rejects.toThrow('blocked');
  expect(stop).toHaveBeenCalledOnce();
});
