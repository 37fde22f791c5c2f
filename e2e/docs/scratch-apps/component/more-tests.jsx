import { act, render, screen } from '@testing-library/react';
import { testToken, walletDouble } from 'embeddable-wallet/testing/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Checkout } from './Checkout.jsx';

const order = { orderId: 'order-1042', amount: '10.00', currency: 'GBP' };
afterEach(() => vi.restoreAllMocks());

const pressPay = () => screen.getByRole('button', { name: 'Pay' }).click();

test('Checkout speaks of a window that was blocked, and looks the next payment up', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const lookUp = vi.fn(async () => 'paid');
  render(<Checkout {...order} refreshToken={() => 'rt'} lookUp={lookUp} />);
  await act(() => walletDouble().choose('paypal'));
  walletDouble().refuseNext('makeInstantPayment', 'popup_blocked');
  pressPay();
  await screen.findByText(/Your browser blocked a window/);
  pressPay();
  await screen.findByText('Order paid. Thank you.');
  expect(lookUp).toHaveBeenCalledWith(expect.stringMatching(/^[0-9a-f-]{36}$/));
});

test('Checkout gets the end of a challenge, and a token that was refused is an error', async () => {
  const written = vi.spyOn(console, 'error').mockReturnValue();
  const lookUp = vi.fn(async () => 'failed');
  const { unmount } = render(<Checkout {...order} refreshToken={() => 'rt'} lookUp={lookUp} />);
  await act(() => walletDouble().endChallenge('t-1', 'timeout'));
  await screen.findByText(/Nothing was charged/);
  expect(lookUp).toHaveBeenCalledWith('t-1');
  expect(walletDouble().payment_details).toMatchObject({ amount: '10.00', currency: 'GBP' });
  unmount();
  expect(() => walletDouble()).toThrow('found 0 wallets');
  render(<Checkout {...order} refreshToken={() => testToken({ refuses: 'origin_not_allowed' })} />);
  await vi.waitFor(() => expect(written).toHaveBeenCalled());
  expect(written.mock.calls.flat()).toContainEqual(expect.objectContaining({ code: 'origin_not_allowed' }));
});
