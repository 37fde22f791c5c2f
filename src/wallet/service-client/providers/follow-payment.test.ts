import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { InstantPayment } from '../../../contract/billing/instant-api.ts';
import { WalletError } from '../../errors/wallet-error.ts';
import { followPayment } from './follow-payment.ts';

const pending: InstantPayment = {
  attempt: 'attempt-1',
  method: 'paypal',
  use: 'instant',
  status: 'PENDING',
  transaction_id: 'txn_1',
};
const paid: InstantPayment = { ...pending, status: 'SUCCESS' };
const lost = new WalletError({ code: 'service_unreachable', message: 'no answer' });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('followPayment', () => {
  it('ends when the service says so, and asks no more', async () => {
    const read = vi.fn(async () => pending);
    const followed = followPayment(read);
    const end = followed.end();
    await vi.advanceTimersByTimeAsync(2_500);
    read.mockResolvedValue(paid);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await end).toEqual(paid);
    expect(await followed.outcome).toEqual(paid);
    const asked = read.mock.calls.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(read).toHaveBeenCalledTimes(asked);
  });

  it('takes a window that is gone for no end: a result on its way still counts', async () => {
    const read = vi.fn(async () => pending);
    const followed = followPayment(read);
    const end = followed.end();
    followed.leave();
    await vi.advanceTimersByTimeAsync(1_000);
    read.mockResolvedValue(paid);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await end).toEqual(paid);
  });

  it('gives up waiting for a window that is gone, and learns of the end all the same', async () => {
    const read = vi.fn(async () => pending);
    const followed = followPayment(read);
    const end = expect(followed.end()).rejects.toMatchObject({ code: 'cancelled' });
    followed.leave();
    await vi.advanceTimersByTimeAsync(5_000);
    await end;
    read.mockResolvedValue(paid);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await followed.outcome).toEqual(paid);
  });

  it('waits through a lost network, and says so only once the window is gone', async () => {
    const read = vi.fn(async (): Promise<InstantPayment> => {
      throw lost;
    });
    const followed = followPayment(read);
    const end = expect(followed.end()).rejects.toBe(lost);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(read.mock.calls.length).toBeGreaterThan(30);
    followed.leave();
    await vi.advanceTimersByTimeAsync(5_000);
    await end;
  });

  it('asks again after a fault of the service, of the frame itself, or in a new session', async () => {
    const read = vi.fn(async () => paid);
    read.mockRejectedValueOnce(new WalletError({ code: 'internal_error', message: 'status 500' }));
    read.mockRejectedValueOnce(new TypeError('unforeseen'));
    read.mockRejectedValueOnce(new WalletError({ code: 'session_expired', message: 'ended' }));
    const followed = followPayment(read);
    const end = followed.end();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await end).toEqual(paid);
    expect(await followed.outcome).toEqual(paid);
  });

  it('stops where nobody knows of the payment', async () => {
    const unheard = new WalletError({ code: 'not_found', message: 'never arrived' });
    const read = vi.fn(async (): Promise<InstantPayment> => {
      throw unheard;
    });
    const followed = followPayment(read);
    const ended = expect(followed.outcome).rejects.toBe(unheard);
    const end = expect(followed.end()).rejects.toBe(unheard);
    await vi.advanceTimersByTimeAsync(60_000);
    await Promise.all([ended, end]);
    expect(read).toHaveBeenCalledTimes(1);
  });
});
