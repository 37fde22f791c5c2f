import type { operations } from '../db/tables/payments.ts';
import type { Decision } from '../processor/processor.ts';
import { ulid } from '../ulid.ts';
import type { Transaction } from './load.ts';
import type { MetadataEntry } from './metadata.ts';
import type { FollowUpForm, StartForm } from './model/methods.ts';

/** A billing request past its checks, in inner terms. */
export type Billing<Form extends StartForm | FollowUpForm = StartForm | FollowUpForm> = {
  readonly accountId: number;
  readonly form: Form;
  readonly metadata: MetadataEntry[];
  /** Parameters sent that billing does not know. */
  readonly unknown: readonly string[];
  readonly requestId: string;
  readonly now: Date;
};

/** `slowMs`: how long the processor took; the answer takes as long. */
export type Billed = { readonly transaction: Transaction; readonly slowMs: number };

type Outcome = {
  /** Null while it is pending. */
  readonly decision: Decision | null;
  /** Minor units. */
  readonly amount: number;
  readonly transactionId: string;
  readonly paymentId: string;
  /** The transaction referred to; empty for a start. */
  readonly refTransactionId: string;
  readonly callbackUrl: string | null;
};

/** The row of one billing call. */
export function operationOf(billing: Billing, { decision, ...outcome }: Outcome) {
  return {
    ...outcome,
    ...(decision ? endOf(decision) : PENDING),
    id: ulid(billing.now),
    accountId: billing.accountId,
    method: billing.form.method,
    requestId: billing.requestId,
    metadata: billing.metadata,
    createdAt: billing.now,
  } satisfies typeof operations.$inferInsert;
}

const PENDING = { status: 'PENDING', returnCode: '', declineCode: null, authcode: '' } as const;

/** The columns that an operation's end fills. */
export function endOf(decision: Decision) {
  const { returnCode } = decision;
  return decision.approved
    ? ({ status: 'SUCCESS', returnCode, declineCode: null, authcode: decision.authcode } as const)
    : ({ status: 'FAILURE', returnCode, declineCode: decision.declineCode, authcode: '' } as const);
}
