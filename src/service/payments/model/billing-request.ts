import { ulid } from '../../base/ulid.ts';
import type { OperationRow } from '../../tables/payments.ts';
import type { FollowUpForm, StartForm } from './billing-forms.ts';
import type { MetadataEntry, Transaction } from './transaction.ts';

/** A form with its account, parsed metadata and request id. `start.ts` and `follow-up.ts` check it. */
export type BillingRequest<Form extends StartForm | FollowUpForm = StartForm | FollowUpForm> = {
  readonly accountId: number;
  readonly form: Form;
  readonly metadata: MetadataEntry[];
  /** Names of parameters that billing does not know. */
  readonly unknownNames: readonly string[];
  readonly requestId: string;
  readonly now: Date;
};

/** `slowMs`: how long the processor takes, by which the answer is delayed. */
export type BillingResult = { readonly transaction: Transaction; readonly slowMs: number };

/** The store gives `log` and `seq`. */
export type NewOperation = Omit<OperationRow, 'log' | 'seq'>;

type OperationRequest = Pick<BillingRequest, 'accountId' | 'metadata' | 'requestId' | 'now'> &
  Pick<OperationRow, 'method'>;

type OperationFields = Pick<
  OperationRow,
  'amount' | 'transactionId' | 'paymentId' | 'refTransactionId' | 'callbackUrl'
>;

/** The row of an operation before its outcome. `refTransactionId`: empty for a start. */
export function pendingOperation(request: OperationRequest, fields: OperationFields): NewOperation {
  const { accountId, method, requestId, metadata, now } = request;
  return {
    ...fields,
    id: ulid(now),
    accountId,
    method,
    status: 'PENDING',
    returnCode: '',
    declineCode: null,
    processorReference: null,
    authcode: '',
    requestId,
    metadata,
    createdAt: now,
  };
}
