import { eq } from 'drizzle-orm';
import type { BillingMethod } from '../../contract/billing.ts';
import type { ServiceContext } from '../context.ts';
import { type PaymentRow, payments } from '../db/tables/payments.ts';
import type { Decision } from '../processor/processor.ts';
import { EFFECTS, type EffectName } from './model/balance.ts';
import { isSale } from './model/methods.ts';

type Moving = Parameters<(typeof EFFECTS)[EffectName]['hold']>[1];

/** What an operation does to the money. For a VOID, what it refers to decides. Rule: billing/void. */
export function effectOf(method: BillingMethod, referred: BillingMethod | null): EffectName {
  if (method === 'REFUND') return 'refund';
  if (method !== 'VOID') return 'capture';
  return referred === 'CHARGE' || (referred !== null && isSale(referred)) ? 'uncapture' : 'release';
}

type Held = { readonly effect: EffectName; readonly moving: Moving };

export function heldAmounts(payment: PaymentRow, { effect, moving }: Held): PaymentRow {
  return { ...payment, ...EFFECTS[effect].hold(payment, moving) };
}

type Ended = Held & { readonly decision: Decision };

/** Of a payment whose operation is held. */
export function endedAmounts(payment: PaymentRow, { effect, moving, decision }: Ended): PaymentRow {
  const change = decision.approved ? EFFECTS[effect].approve : EFFECTS[effect].decline;
  return { ...payment, ...change(payment, moving) };
}

/** The caller holds the payment's lock. */
export async function writeAmounts({ db }: ServiceContext, payment: PaymentRow): Promise<void> {
  const { failed, authentication, authorised, authorisationExpiresAt, closed, closedBy } = payment;
  const { captured, capturePending, refunded, refundPending, awaitsProvider } = payment;
  await db
    .update(payments)
    .set({
      ...{ failed, authentication, authorised, authorisationExpiresAt, closed, closedBy },
      ...{ captured, capturePending, refunded, refundPending, awaitsProvider },
    })
    .where(eq(payments.id, payment.id));
}
