import type { DecideRequest } from '../../../../contract/admin/attempts.ts';
import { type Actor, recordAct } from '../../../base/audit/record-act.ts';
import type { Reply } from '../../../base/processor/acquirer.ts';
import type { Core } from '../../../base/runtime/core.ts';
import { ServiceError } from '../../../base/service-error.ts';
import { PROCESSING_ERROR, recordReply } from '../../../payments/asking/record-reply.ts';
import { findAttempt } from '../../../payments/attempts.ts';
import type { Transaction } from '../../../payments/model/transaction.ts';
import type { AttemptRow } from '../../../tables/attempts.ts';

type PersonsDecision = {
  readonly key: string;
  readonly request: DecideRequest;
  readonly by: Actor;
};

/**
 * Ends an operation in doubt as a person found it at the acquirer. The act, with its evidence, is one commit with the end.
 * Raises `not_found`, also for a question that has an answer or is being asked.
 */
export async function decideAttempt(core: Core, { key, request, by }: PersonsDecision): Promise<Transaction> {
  const attempt = await findAttempt(core, key);
  const isOpen = attempt?.state === 'in_doubt' || attempt?.state === 'received';
  if (!attempt || !isOpen) {
    throw new ServiceError('not_found', 'Cannot decide: no question in doubt has this key');
  }
  const { transaction } = await recordReply(core, { attempt }, replyOf(attempt, request));
  const { operation } = transaction;
  await recordAct(core, by, {
    act: 'payment.decided',
    accountId: operation.accountId,
    subject: `transaction ${operation.transactionId}`,
    details: { key, status: operation.status, evidence: request.evidence },
  });
  return transaction;
}

function replyOf(attempt: AttemptRow, request: DecideRequest): Reply {
  const { outcome, authcode = '', decline_code: declineCode = 'processing_error' } = request;
  const processorReference = request.processor_reference ?? attempt.processorReference ?? '';
  if (outcome === 'approved') return { kind: 'approved', processorReference, authcode };
  return {
    kind: 'declined',
    processorReference,
    returnCode: PROCESSING_ERROR,
    declineCode,
    text: request.evidence,
  };
}
