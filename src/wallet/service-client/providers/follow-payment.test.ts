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
    followed.begin();
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

  it('keeps waiting 3 s after the window closed: a result may follow', async () => {
    const read = vi.fn(async () => pending);
    const followed = followPayment(read);
    followed.begin();
    const end = followed.end();
    followed.leave();
    await vi.advanceTimersByTimeAsync(1_000);
    read.mockResolvedValue(paid);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await end).toEqual(paid);
  });

  it('rejects the waiting call 3 s after the window closed, and still resolves the outcome', async () => {
    const read = vi.fn(async () => pending);
    const followed = followPayment(read);
    followed.begin();
    const end = expect(followed.end()).rejects.toMatchObject({ code: 'cancelled' });
    followed.leave();
    await vi.advanceTimersByTimeAsync(5_000);
    await end;
    read.mockResolvedValue(paid);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await followed.outcome).toEqual(paid);
  });

  it('waits while the network is gone, and rejects with that error only after the window closed', async () => {
    const read = vi.fn(async (): Promise<InstantPayment> => {
      throw lost;
    });
    const followed = followPayment(read);
    followed.begin();
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
    followed.begin();
    const end = followed.end();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await end).toEqual(paid);
    expect(await followed.outcome).toEqual(paid);
  });

  it('asks once at a time, though the window is closed and opened while an answer is awaited', async () => {
    const read = vi.fn(async () => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return pending;
    });
    const followed = followPayment(read);
    followed.begin();
    await vi.advanceTimersByTimeAsync(1_100);
    followed.leave();
    followed.stay();
    followed.leave();
    await vi.advanceTimersByTimeAsync(400);
    const before = read.mock.calls.length;
    await vi.advanceTimersByTimeAsync(20_000);
    // Nobody waits: every 5 s, and the answer takes its time.
    expect(read.mock.calls.length - before).toBeLessThanOrEqual(4);
  });

  it('asks nothing before it begins, though the window is closed', async () => {
    const read = vi.fn(async () => paid);
    const followed = followPayment(read);
    followed.leave();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(read).not.toHaveBeenCalled();
    followed.begin();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await followed.outcome).toEqual(paid);
  });

  it('stops if the service does not know the payment', async () => {
    const unheard = new WalletError({ code: 'not_found', message: 'never arrived' });
    const read = vi.fn(async (): Promise<InstantPayment> => {
      throw unheard;
    });
    const followed = followPayment(read);
    followed.begin();
    const ended = expect(followed.outcome).rejects.toBe(unheard);
    const end = expect(followed.end()).rejects.toBe(unheard);
    await vi.advanceTimersByTimeAsync(60_000);
    await Promise.all([ended, end]);
    expect(read).toHaveBeenCalledTimes(1);
  });
});
