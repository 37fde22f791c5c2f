import { expect, test } from 'vitest';
import { PaymentTotals } from '../../../contract/billing/payment-totals.ts';
import { type Amounts, refundable, remaining } from './balance.ts';
import { type PaymentState, paymentState } from './states.ts';

const NOW = new Date('2026-03-01T00:00:00Z');
const none: Amounts = {
  failed: false,
  awaitsProvider: false,
  authentication: null,
  authorised: 100,
  captured: 0,
  capturePending: 0,
  refunded: 0,
  refundPending: 0,
  chargedBack: 0,
  closed: 0,
  closedBy: null,
  authorisationExpiresAt: NOW,
};

const STATES: [PaymentState, Partial<Amounts>][] = [
  ['FAILED', { failed: true, authorised: 0 }],
  ['PENDING_3DS', { authentication: 'PENDING', authorised: 0, authorisationExpiresAt: null }],
  ['PENDING_PROVIDER', { awaitsProvider: true, authorised: 0, authorisationExpiresAt: null }],
  ['FAILED', { failed: true, authentication: 'N', authorised: 0 }],
  ['PENDING_PROCESSOR', { authorised: 0, authorisationExpiresAt: null }],
  ['PENDING_PROCESSOR', { authorised: 0, authentication: 'Y', authorisationExpiresAt: null }],
  ['VOIDED', { closed: 100, closedBy: 'VOID' }],
  ['EXPIRED', { closed: 100, closedBy: 'CLOCK' }],
  ['FAILED', { closed: 100, closedBy: 'FAILURE', authorisationExpiresAt: null }],
  ['CHARGED_BACK', { captured: 100, chargedBack: 1 }],
  ['CHARGED_BACK', { captured: 100, refunded: 100, chargedBack: 100 }],
  ['CHARGED_BACK', { captured: 40, chargedBack: 40 }],
  ['REFUNDED', { captured: 100, refunded: 100 }],
  ['REFUNDED', { captured: 40, refunded: 40, closed: 60 }],
  ['PARTIALLY_REFUNDED', { captured: 100, refunded: 1 }],
  ['PARTIALLY_REFUNDED', { captured: 40, refunded: 40 }],
  ['CAPTURED', { captured: 100 }],
  ['CAPTURED', { captured: 40, closed: 60 }],
  ['PARTIALLY_CAPTURED', { captured: 40 }],
  ['PARTIALLY_CAPTURED', { captured: 40, capturePending: 60 }],
  ['PARTIALLY_CAPTURED', { captured: 100, refundPending: 40 }],
  ['AUTHORISED', {}],
  ['AUTHORISED', { capturePending: 100 }],
  ['AUTHORISED', { closed: 60, closedBy: 'VOID' }],
];

test('every state is reached', () => {
  const reached = new Set(STATES.map(([state]) => state));
  expect(PaymentTotals.shape.payment_state.options.filter((state) => !reached.has(state))).toEqual([]);
});

test.each(STATES)('paymentState is %s for %j', (state, amounts) => {
  expect(paymentState({ ...none, ...amounts })).toBe(state);
});

test('remaining and refundable count what is pending as used', () => {
  const amounts = { ...none, captured: 50, capturePending: 20, closed: 10, refunded: 5, refundPending: 15 };
  expect([remaining(amounts), refundable(amounts)]).toEqual([20, 30]);
});
