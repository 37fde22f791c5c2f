import type { Core } from '../../base/runtime/core.ts';
import { readShopName } from '../../shoppers/accounts/shop-name.ts';
import { isStartMethod } from '../model/methods.ts';
import type { Transaction } from '../model/transaction.ts';
import { lockPaymentAndRead } from '../payment-lock.ts';
import { requireOperation } from '../require-transaction.ts';

/** Whether a cardholder may be asked yet, and has no way there. */
const lacksBox = ({ operation, payment, challenge }: Transaction): boolean =>
  challenge === null &&
  operation.status === 'PENDING' &&
  isStartMethod(operation.method) &&
  payment.authentication === 'PENDING';

/**
 * Gives the cardholder of a start with 3-D Secure a box to wait in, with the commit, where nobody knows what the acquirer
 * answers. The caller holds the payment's lock. Rule: threeds/waiting.
 */
export async function withBox(core: Core, transaction: Transaction): Promise<Transaction> {
  if (!lacksBox(transaction)) return transaction;
  const { operation, payment, token, merchant } = transaction;
  const shopName = await readShopName(core, merchant.id);
  const challenge = await core.dependencies.payments.openWaitingBox(core, {
    paymentId: payment.id,
    operationId: operation.id,
    walletSessionId: token.walletSessionId,
    now: core.clock.now(),
  });
  return { ...transaction, shopName, challenge };
}

/** Like `withBox`, of a transaction that was read without the lock. */
export async function lockForBox(core: Core, transaction: Transaction): Promise<Transaction> {
  if (!lacksBox(transaction)) return transaction;
  const { operation, payment } = transaction;
  const [, current] = await lockPaymentAndRead(core, payment.id, () => requireOperation(core, operation.id));
  return withBox(core, current);
}
