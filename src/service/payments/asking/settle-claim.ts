import type { Reply } from '../../base/processor/acquirer.ts';
import type { Core } from '../../base/runtime/core.ts';
import { runTransaction } from '../../base/runtime/run-transaction.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import type { Claim } from '../../base/runtime/service-dependencies.ts';
import { ServiceError } from '../../base/service-error.ts';
import {
  type ClaimResult,
  findAttempt,
  isWaitedFor,
  processorUnavailable,
  type StoredClaim,
} from '../attempts.ts';
import type { BillingResult } from '../model/billing-request.ts';
import { lockPaymentAndRead } from '../payment-lock.ts';
import { withoutHold } from '../record-outcome.ts';
import { requireOperation } from '../require-transaction.ts';
import { deleteFollowUp, deleteStart } from '../write-operation.ts';
import { ask, tellContradiction } from './ask.ts';
import { recordReply } from './record-reply.ts';

type Settlement<Value> = {
  /** Runs in the transaction that records the answer. */
  readonly record: (core: Core, result: BillingResult) => Promise<Value>;
  /** Runs in the transaction that takes the claim back. Default: nothing. */
  readonly withdraw?: (core: Core) => Promise<void>;
};

/**
 * Asks the question that a transaction has claimed, and records the answer in another. Where the acquirer was certainly
 * not reached, the claim of a caller who may try again is taken back. Raises `processor_unavailable`.
 */
export async function settleClaim<Value>(
  runtime: Runtime,
  claim: StoredClaim,
  { record, withdraw }: Settlement<Value>,
): Promise<Value> {
  const reply = await ask(runtime, claim);
  if (claim.withdrawal && isNothing(reply)) {
    const isWithdrawn = await afterAnswer(runtime, claim, async (core) => {
      if (!(await withdrawClaim(core, claim))) return false;
      await withdraw?.(core);
      return true;
    });
    if (isWithdrawn) throw processorUnavailable();
  }
  const [value, { transaction }] = await afterAnswer(runtime, claim, async (core) => {
    const recorded = await recordReply(core, claim, reply);
    return [await record(core, recorded), recorded];
  });
  tellContradiction(runtime, { attempt: claim.attempt, reply, transaction });
  return value;
}

/**
 * Takes back what a claim wrote, inside the caller's transaction: nothing is left, the token can be used, the same
 * request may be sent again. Returns whether it did: nobody withdraws a question that another may be asking, or of which a
 * merchant may have been told that it is pending.
 */
async function withdrawClaim(core: Core, { attempt, withdrawal }: Claim): Promise<boolean> {
  const { key, operationId, paymentId } = attempt;
  const read = () => Promise.all([requireOperation(core, operationId), findAttempt(core, key)]);
  const [, [found, current]] = await lockPaymentAndRead(core, paymentId, read);
  if (!current || !isWaitedFor(core, current)) return false;
  if (withdrawal?.start) await deleteStart(core, found, withdrawal.start);
  else await deleteFollowUp(core, { ...found, payment: withoutHold(found, attempt.createdAt) });
  return true;
}

/** Raises `store_unavailable` where a reset of the sandbox has emptied the store while the acquirer was asked. */
async function afterAnswer<Value>(
  runtime: Runtime,
  { attempt }: Claim,
  work: (core: Core) => Promise<Value>,
): Promise<Value> {
  try {
    return await runTransaction(runtime, work);
  } catch (error) {
    if (await findAttempt(runtime, attempt.key)) throw error;
    throw storeEmptied(error);
  }
}

function storeEmptied(cause: unknown): ServiceError {
  const text = 'Cannot record the answer: the store was emptied meanwhile, try again';
  return new ServiceError('store_unavailable', text, { cause });
}

/** Whether it is certain that the acquirer did nothing, at the first try of a question. */
const isNothing = ({ kind }: Reply) => kind === 'notSent' || kind === 'refused';

/** Goes on with what a transaction came to, where no answer is stored with its end. */
export async function settleResult(runtime: Runtime, result: ClaimResult): Promise<BillingResult> {
  if ('transaction' in result) return { ...result, slowMs: 0 };
  return settleClaim(runtime, result.claim, { record: async (_core, recorded) => recorded });
}
