import type { Core } from '../../base/runtime/core.ts';
import type { Claim } from '../../base/runtime/service-dependencies.ts';
import { findAttempt, isWaitedFor } from '../attempts.ts';
import { lockPaymentAndRead } from '../payment-lock.ts';
import { withoutHold } from '../record-outcome.ts';
import { requireOperation } from '../require-transaction.ts';
import { deleteFollowUp, deleteStart } from '../write-operation.ts';

/**
 * Takes back what a claim wrote, inside the caller's transaction: nothing is left, the token can be used, the same
 * request may be sent again. Returns whether it did: nobody withdraws a question that another may be asking, or of which a
 * merchant may have been told that it is pending.
 */
export async function withdrawClaim(core: Core, { attempt, withdrawal }: Claim): Promise<boolean> {
  const { key, operationId, paymentId } = attempt;
  const read = () => Promise.all([requireOperation(core, operationId), findAttempt(core, key)]);
  const [, [found, current]] = await lockPaymentAndRead(core, paymentId, read);
  if (!current || !isWaitedFor(core, current)) return false;
  if (withdrawal?.start) await deleteStart(core, found, withdrawal.start);
  else await deleteFollowUp(core, { ...found, payment: withoutHold(found, attempt.createdAt) });
  return true;
}
