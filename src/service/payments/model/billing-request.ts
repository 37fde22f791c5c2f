import { ulid } from '../../base/ulid.ts';
import type { OperationRow } from '../../tables/payments.ts';
import type { FollowUpForm, StartForm } from './billing-forms.ts';
import type { MetadataEntry, Transaction } from './transaction.ts';

/** A billing request past its checks, in inner terms. */
export type BillingRequest<Form extends StartForm | FollowUpForm = StartForm | FollowUpForm> = {
  readonly accountId: number;
  readonly form: Form;
  readonly metadata: MetadataEntry[];
  /** Names of parameters that billing does not know. */
  readonly unknown: readonly string[];
  readonly requestId: string;
  readonly now: Date;
};

/** `slowMs`: how long the processor takes, by which the answer is delayed. */
export type BillingResult = { readonly transaction: Transaction; readonly slowMs: number };

/** The store gives `log` and `seq`. */
export type NewOperation = Omit<OperationRow, 'log' | 'seq'>;

type OperationIds = Pick<
  OperationRow,
  'amount' | 'transactionId' | 'paymentId' | 'refTransactionId' | 'callbackUrl'
>;

/** The row of one billing call, before its end. `refTransactionId`: empty for a start. */
export function pendingOperation(billing: BillingRequest, named: OperationIds): NewOperation {
  return {
    ...named,
    id: ulid(billing.now),
    accountId: billing.accountId,
    method: billing.form.method,
    status: 'PENDING',
    returnCode: '',
    declineCode: null,
    authcode: '',
    requestId: billing.requestId,
    metadata: billing.metadata,
    createdAt: billing.now,
  };
}
