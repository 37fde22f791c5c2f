import type {
  CallbackBody,
  CallbackInfo,
  CallbackTransaction,
  Reversal,
} from '../../../contract/billing/callback.ts';
import type { ErrorCode } from '../../../contract/errors/errors.ts';
import type { Core } from '../../base/runtime/core.ts';
import { decimalText } from '../model/money.ts';
import type { MetadataEntry, Transaction } from '../model/transaction.ts';
import { recordFieldsOf } from './record.ts';

/** Where the card token goes before it is sent. In JSON a merchant's text has its quotes escaped, so it cannot look like this. */
export const TOKEN_PLACEHOLDER = '"token":""';

/** What happened to an operation after it had succeeded. `amount`: minor units. */
type LaterEvent = { readonly info: 'AUTH_EXPIRED' } | { readonly info: Reversal; readonly amount: number };

export type CallbackContent = {
  /** The transaction with its outcome. */
  readonly transaction: Transaction;
  /** Told in place of the outcome, `<METHOD>_SUCCEEDED` or `<METHOD>_FAILED`. */
  readonly event?: LaterEvent;
};

/** The body of a callback for an operation's outcome; `token` is empty until it is sent. Rule: callbacks/body. */
export function callbackBodyOf(core: Core, { transaction, event }: CallbackContent): CallbackBody {
  const { method, status } = transaction.operation;
  const record = callbackRecordOf(core, transaction);
  const hasSucceeded = status === 'SUCCESS';
  if (event) {
    const metadata = [...record.metadata, ...eventMetadata(event, transaction)];
    const hasFailed = metadata.some(({ key }) => key === 'failure_code');
    return {
      transaction: { ...record, metadata },
      notification_details: { isSuccess: hasFailed ? '0' : '1', info: event.info },
    };
  }
  const outcomeInfo: CallbackInfo = hasSucceeded ? `${method}_SUCCEEDED` : `${method}_FAILED`;
  return {
    transaction: record,
    notification_details: { isSuccess: hasSucceeded ? '1' : '0', info: outcomeInfo },
  };
}

/** Why `isSuccess` is 0 although the operation itself had succeeded, and how much it is about. Rule: callbacks/info. */
function eventMetadata(event: LaterEvent, { payment }: Transaction): MetadataEntry[] {
  if (event.info === 'AUTH_EXPIRED') {
    return [{ key: 'failure_code', value: 'authorisation_expired' satisfies ErrorCode }];
  }
  const amount = { key: 'reversal_amount', value: decimalText(event.amount, payment.currency) };
  const failureCode = FAILURE_CODES[event.info];
  return failureCode === undefined ? [amount] : [{ key: 'failure_code', value: failureCode }, amount];
}

const FAILURE_CODES: Readonly<Record<Reversal, string | undefined>> = {
  CAPTURE_REVERSED: 'capture_reversed',
  REFUND_REVERSED: 'refund_reversed',
  CHARGEBACK_OPENED: 'chargeback_opened',
  CHARGEBACK_WON: undefined,
  CHARGEBACK_LOST: 'chargeback_lost',
};

/** The record without the `sandbox` object, and with texts where the lookup has numbers. */
function callbackRecordOf(core: Core, transaction: Transaction): CallbackTransaction {
  const { operation, payment } = transaction;
  if (operation.status === 'PENDING') {
    throw new Error(
      `Cannot tell of transaction ${operation.transactionId}: it is pending, expected its outcome`,
    );
  }
  const record = recordFieldsOf(core, transaction, '');
  return {
    ...record,
    user_id: String(record.user_id),
    business_id: String(record.business_id),
    pm_id: String(record.pm_id),
    amount: decimalText(operation.amount, payment.currency),
    status: operation.status,
    log: String(record.log),
  };
}
