import { expect, test } from 'vitest';
import { PaymentFigures } from '../../contract/payment-figures.ts';
import {
  type Amounts,
  figuresAt,
  MOVES,
  type PaymentState,
  paymentState,
  refundable,
  remaining,
} from './states.ts';

const NOW = new Date('2026-03-01T00:00:00Z');
const none: Amounts = {
  failed: false,
  authorised: 100,
  captured: 0,
  capturePending: 0,
  refunded: 0,
  refundPending: 0,
  closed: 0,
  authorisationExpiresAt: NOW,
};

const STATES: [PaymentState, Partial<Amounts>][] = [
  ['FAILED', { failed: true, authorised: 0 }],
  ['EXPIRED', { closed: 100 }],
  ['REFUNDED', { captured: 100, refunded: 100 }],
  ['REFUNDED', { captured: 40, refunded: 40, closed: 60 }],
  ['PARTIALLY_REFUNDED', { captured: 100, refunded: 1 }],
  ['PARTIALLY_REFUNDED', { captured: 40, refunded: 40 }],
  ['CAPTURED', { captured: 100 }],
  ['CAPTURED', { captured: 40, closed: 60 }],
  ['PARTIALLY_CAPTURED', { captured: 40 }],
  ['PARTIALLY_CAPTURED', { captured: 40, capturePending: 60 }],
  ['AUTHORISED', {}],
  ['AUTHORISED', { capturePending: 100 }],
];

test('every state is reached', () => {
  const reached = new Set(STATES.map(([state]) => state));
  expect(PaymentFigures.shape.payment_state.options.filter((state) => !reached.has(state))).toEqual([]);
});

test.each(STATES)('paymentState is %s for %j', (state, amounts) => {
  expect(paymentState({ ...none, ...amounts })).toBe(state);
});

test('remaining and refundable count what is pending as used', () => {
  const amounts = { ...none, captured: 50, capturePending: 20, closed: 10, refunded: 5, refundPending: 15 };
  expect([remaining(amounts), refundable(amounts)]).toEqual([20, 30]);
});

test('figuresAt releases what an authorisation did not capture in its time', () => {
  const captured = { ...none, captured: 40 };
  const before = new Date(NOW.getTime() - 1);
  expect(figuresAt(captured, before)).toEqual(captured);
  expect(figuresAt(captured, NOW)).toEqual({ ...captured, closed: 60 });
  expect(paymentState(figuresAt(none, NOW))).toBe('EXPIRED');
  expect(figuresAt({ ...none, capturePending: 1 }, NOW).closed).toBe(0);
});

test('figuresAt leaves a sale alone, which never expires', () => {
  const sale = { ...none, captured: 100, authorisationExpiresAt: null };
  expect(figuresAt(sale, new Date('2036-01-01'))).toEqual(sale);
});

test('MOVES says for every follow-up what it meets in each state', () => {
  expect(MOVES).toMatchObject({
    CHARGE: { FAILED: 'transaction_not_capturable', EXPIRED: 'authorisation_expired', AUTHORISED: 'open' },
    REFUND: {
      FAILED: 'transaction_not_refundable',
      EXPIRED: 'transaction_not_refundable',
      AUTHORISED: 'transaction_not_refundable',
      CAPTURED: 'open',
    },
  });
});
