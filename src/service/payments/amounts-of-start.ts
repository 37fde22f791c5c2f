import type { PaymentRow } from '../db/tables/payments.ts';
import type { Decision } from '../processor/processor.ts';
import { isSale, type StartMethod } from './model/methods.ts';

const DAY_MS = 86_400_000;

type Started = {
  readonly method: StartMethod;
  /** Minor units. */
  readonly amount: number;
  /** Null: authorised, the capture pending. */
  readonly decision: Decision | null;
  readonly at: Date;
  readonly authorisationDays: number;
};
type Figures = Partial<
  Pick<PaymentRow, 'failed' | 'authorised' | 'captured' | 'capturePending' | 'authorisationExpiresAt'>
>;

/** The figures of a payment that the processor has answered. Rule: billing/start, billing/authorisation-end. */
export function amountsOfStart({ method, amount, decision, at, authorisationDays }: Started): Figures {
  if (decision === null) return { authorised: amount, capturePending: amount };
  if (!decision.approved) return { failed: true };
  if (isSale(method)) return { authorised: amount, captured: amount };
  const authorisationExpiresAt = new Date(at.getTime() + authorisationDays * DAY_MS);
  return { authorised: amount, authorisationExpiresAt };
}
