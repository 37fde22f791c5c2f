import type { ServiceContext } from '../context.ts';
import type { PaymentRow } from '../db/tables/payments.ts';
import { setTimer } from './timers.ts';

type Authorised = {
  readonly payment: Pick<PaymentRow, 'id' | 'authorisationExpiresAt'>;
  readonly operationId: string;
};

/** Nothing to do for a sale or a decline. */
export async function setExpiry(context: ServiceContext, { payment, operationId }: Authorised) {
  const { id: paymentId, authorisationExpiresAt: dueAt } = payment;
  if (dueAt) await setTimer(context, { paymentId, operationId, kind: 'expire-authorisation', dueAt });
}
