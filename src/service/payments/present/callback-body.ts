import type { CallbackBody, CallbackInfo, CallbackTransaction } from '../../../contract/billing/callback.ts';
import type { ErrorCode } from '../../../contract/errors/errors.ts';
import type { Core } from '../../base/runtime/core.ts';
import { decimalText } from '../model/money.ts';
import type { Transaction } from '../model/transaction.ts';
import { recordFieldsOf } from './record.ts';

/** Where the card token goes before it is sent. In JSON a merchant's text has its quotes escaped, so it cannot look like this. */
export const TOKEN_PLACEHOLDER = '"token":""';

/** Why `isSuccess` is 0 although the operation itself had succeeded. Rule: callbacks/info. */
const EXPIRED = { key: 'failure_code', value: 'authorisation_expired' } as const satisfies {
  key: string;
  value: ErrorCode;
};

export type CallbackContent = {
  /** The transaction with its outcome. */
  readonly transaction: Transaction;
  /** Replaces `<METHOD>_SUCCEEDED` or `<METHOD>_FAILED`. */
  readonly info?: 'AUTH_EXPIRED';
};

/** The body of a callback for an operation's outcome; `token` is empty until it is sent. Rule: callbacks/body. */
export function callbackBodyOf(core: Core, { transaction, info }: CallbackContent): CallbackBody {
  const { method, status } = transaction.operation;
  const record = callbackRecordOf(core, transaction);
  const hasSucceeded = status === 'SUCCESS';
  if (info !== undefined) {
    return {
      transaction: { ...record, metadata: [...record.metadata, EXPIRED] },
      notification_details: { isSuccess: '0', info },
    };
  }
  const outcomeInfo: CallbackInfo = hasSucceeded ? `${method}_SUCCEEDED` : `${method}_FAILED`;
  return {
    transaction: record,
    notification_details: { isSuccess: hasSucceeded ? '1' : '0', info: outcomeInfo },
  };
}

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
