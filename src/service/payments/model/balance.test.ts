import { expect, test } from 'vitest';
import {
  type Amounts,
  applyHold,
  applyOutcome,
  type EffectName,
  isWaitingForShopper,
  ZERO_AMOUNTS,
} from './balance.ts';

const AT = new Date('2026-03-01T00:00:00Z');
const IN_A_WEEK = new Date('2026-03-08T00:00:00Z');
const settings = { multiCapture: true, authorisationDays: 7 };
const authorised: Amounts = { ...ZERO_AMOUNTS, authorised: 100, authorisationExpiresAt: IN_A_WEEK };
const sold: Amounts = { ...ZERO_AMOUNTS, authorised: 100, captured: 100 };

/** What of the amounts changes, once held and once ended. */
type Row = [Amounts, held: Partial<Amounts>, approved: Partial<Amounts>, declined: Partial<Amounts>];
const TABLE: Record<EffectName, Row[]> = {
  authorisation: [
    [ZERO_AMOUNTS, {}, { authorised: 40, authorisationExpiresAt: IN_A_WEEK }, { failed: true }],
  ],
  sale: [
    [
      ZERO_AMOUNTS,
      { authorised: 40, capturePending: 40 },
      { authorised: 40, captured: 40 },
      { failed: true },
    ],
  ],
  capture: [[authorised, { capturePending: 40 }, { captured: 40 }, {}]],
  refund: [[sold, { refundPending: 40 }, { refunded: 40 }, {}]],
  'void-authorisation': [[authorised, {}, { closed: 40, closedBy: 'VOID' }, {}]],
  'void-capture': [
    [{ ...authorised, captured: 40 }, {}, { captured: 0 }, {}],
    [sold, {}, { captured: 60, closed: 40, closedBy: 'VOID' }, {}],
  ],
};
const EFFECTS = Object.keys(TABLE) as EffectName[];
const ROWS = EFFECTS.flatMap((effect) => TABLE[effect].map((row) => [effect, ...row] as const));

test.each(ROWS)(
  '%s of 40 changes %j to what it says, held, approved and declined',
  (effect, before, ...rows) => {
    const [held, approved, declined] = rows;
    const moving = { amount: 40, at: AT, settings };
    const once = applyHold(before, { effect, movement: moving });
    expect(once).toEqual({ ...before, ...held });
    const ended = (isApproved: boolean) => applyOutcome(once, { effect, movement: moving, isApproved });
    expect(ended(true)).toEqual({ ...before, ...approved });
    expect(ended(false)).toEqual({ ...before, ...declined });
  },
);

test.each(EFFECTS)(
  '%s puts no more into `authorised` than a start that was judged by the bounds of one amount',
  (effect) => {
    const isOfStart = effect === 'authorisation' || effect === 'sale';
    const [before] = TABLE[effect][0] ?? [ZERO_AMOUNTS];
    const movement = { amount: 40, at: AT, settings };
    const held = applyHold(before, { effect, movement });
    const after = applyOutcome(held, { effect, movement, isApproved: true });
    const relying =
      'refuse-follow-up.ts has to bound the sum, server/order-outcome.ts to compare it with the order';
    expect(after.authorised, relying).toBe(isOfStart ? 40 : before.authorised);
  },
);

test('capture closes the rest where a merchant captures once', () => {
  const moving = { amount: 40, at: AT, settings: { ...settings, multiCapture: false } };
  const held = applyHold(authorised, { effect: 'capture', movement: moving });
  const approved = applyOutcome(held, { effect: 'capture', movement: moving, isApproved: true });
  expect(approved).toEqual({ ...authorised, captured: 40, closed: 60 });
});

test('void-capture after the end of the authorisation closes what it takes back', () => {
  const captured = { ...authorised, captured: 40 };
  const moving = { amount: 40, at: IN_A_WEEK, settings };
  const reversed = applyOutcome(captured, { effect: 'void-capture', movement: moving, isApproved: true });
  expect(reversed).toEqual({ ...authorised, captured: 0, closed: 40, closedBy: 'VOID' });
});

test.each([
  [{ authentication: 'PENDING', awaitsProvider: false }, true],
  [{ authentication: null, awaitsProvider: true }, true],
  [{ authentication: 'Y', awaitsProvider: false }, false],
  [{ authentication: null, awaitsProvider: false }, false],
] as const)('isWaitingForShopper says of %j: %s', (state, isWaiting) => {
  expect(isWaitingForShopper({ ...ZERO_AMOUNTS, ...state })).toBe(isWaiting);
});
