import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { AdminPayment } from '../../../contract/admin/payments.ts';
import { type Inspector, InspectorContext } from '../../state/inspector.ts';
import { FollowUps } from './FollowUps.tsx';

afterEach(cleanup);

/** Members that the form does not read are left out. */
const inspectorWith = (members: object): Inspector => Object.create(members);
const paymentOf = (amount: string): AdminPayment =>
  Object.create({
    payment_id: 'payment-1',
    currency: 'GBP',
    operations: [],
    follow_ups: [{ method: 'CHARGE', transaction_id: 'txn-1', amount }],
  });

test('FollowUps bills the amount that an untouched field shows, though it has changed since', async () => {
  const followUp = vi.fn(async () => ({ operation: { method: 'CHARGE', status: 'SUCCESS' } }));
  const inspector = inspectorWith({ api: { followUp }, service: { base_url: 'http://service' } });
  const page = (amount: string) => (
    <InspectorContext.Provider value={inspector}>
      <FollowUps payment={paymentOf(amount)} onDone={() => {}} />
    </InspectorContext.Provider>
  );
  const { rerender } = render(page('10.00'));
  rerender(page('6.00'));
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('6.00');
  await userEvent.click(screen.getByRole('button', { name: 'Capture' }));
  expect(followUp).toHaveBeenCalledExactlyOnceWith('payment-1', expect.objectContaining({ amount: '6.00' }));
  await userEvent.fill(screen.getByRole('textbox'), '2.50');
  rerender(page('5.00'));
  await userEvent.click(screen.getByRole('button', { name: 'Capture' }));
  expect(followUp).toHaveBeenLastCalledWith('payment-1', expect.objectContaining({ amount: '2.50' }));
});
