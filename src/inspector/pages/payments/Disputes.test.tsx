import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { AdminPayment } from '../../../contract/admin/payments.ts';
import { type Inspector, InspectorContext } from '../../state/inspector.ts';
import { Disputes } from './Disputes.tsx';

afterEach(cleanup);

const paymentOf = (figures: object): AdminPayment =>
  Object.create({ payment_id: 'payment-1', currency: 'GBP', figures });

function show(figures: object) {
  const dispute = vi.fn(async () => ({}));
  const inspector: Inspector = Object.create({ api: { dispute } });
  render(
    <InspectorContext.Provider value={inspector}>
      <Disputes payment={paymentOf(figures)} onDone={() => {}} />
    </InspectorContext.Provider>,
  );
  return dispute;
}

test('Disputes opens one over a part, and asks for no amount where a capture fails', async () => {
  const dispute = show({ captured: '10.00', refunded: '0.00' });
  await userEvent.fill(screen.getByRole('textbox'), '4.00');
  await userEvent.click(screen.getByRole('button'));
  expect(dispute).toHaveBeenLastCalledWith('payment-1', { event: 'CHARGEBACK_OPENED', amount: '4.00' });
  await userEvent.selectOptions(screen.getByRole('combobox'), 'CAPTURE_REVERSED');
  expect(screen.queryByRole('textbox')).toBeNull();
  await userEvent.click(screen.getByRole('button'));
  expect(dispute).toHaveBeenLastCalledWith('payment-1', { event: 'CAPTURE_REVERSED' });
});

test('Disputes offers what the figures allow', () => {
  show({ captured: '10.00', refunded: '2.00', charged_back: '10.00' });
  expect(screen.getAllByRole('option').map((option) => (option as HTMLOptionElement).value)).toEqual([
    'CHARGEBACK_WON',
    'CHARGEBACK_LOST',
    'REFUND_REVERSED',
  ]);
  cleanup();
  show({ captured: '0.00', refunded: '0.00' });
  expect(screen.queryByRole('button')).toBeNull();
});
