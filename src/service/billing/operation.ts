import type { operations } from '../db/schema.ts';
import type { ProcessorAnswer } from '../processor/processor.ts';
import { ulid } from '../ulid.ts';
import type { FollowUpForm, StartForm } from './methods.ts';
import type { MetadataEntry } from './transaction-metadata.ts';

/** A billing request past its checks, in inner terms. */
export type Billing<Form extends StartForm | FollowUpForm = StartForm | FollowUpForm> = {
  readonly accountId: number;
  readonly form: Form;
  /** Minor units. */
  readonly amount: number;
  readonly metadata: MetadataEntry[];
  readonly requestId: string;
  readonly now: Date;
};

type Outcome = {
  readonly answer: ProcessorAnswer;
  readonly transactionId: string;
  readonly paymentId: string;
  /** The transaction referred to; empty for a start. */
  readonly refTransactionId: string;
};

/** The row of one billing call that the processor has answered. */
export function operationOf(billing: Billing, { answer, ...outcome }: Outcome) {
  return {
    ...outcome,
    id: ulid(billing.now),
    accountId: billing.accountId,
    method: billing.form.method,
    amount: billing.amount,
    status: answer.approved ? 'SUCCESS' : 'FAILURE',
    returnCode: answer.returnCode,
    declineCode: answer.approved ? null : answer.declineCode,
    authcode: answer.approved ? answer.authcode : '',
    requestId: billing.requestId,
    metadata: billing.metadata,
    createdAt: billing.now,
  } satisfies typeof operations.$inferInsert;
}
