import { and, eq } from 'drizzle-orm';
import { TransactionId } from '../../contract/billing.ts';
import { lockPayment } from '../billing/lock-payment.ts';
import type { ServiceContext, WalletCaller } from '../context.ts';
import { challenges } from '../db/tables/challenges.ts';
import { operations, payments } from '../db/tables/payments.ts';
import { walletSessions } from '../db/tables/sessions.ts';
import { ServiceError } from '../service-error.ts';
import type { FoundChallenge } from '../session-events/present-challenge.ts';

type Own = { readonly caller: WalletCaller; readonly transactionId: string };

/** Challenges with what is shown of them. */
export function selectChallenges({ db }: ServiceContext) {
  return db
    .select({ challenge: challenges, operation: operations, payment: payments, session: walletSessions })
    .from(challenges)
    .innerJoin(operations, eq(operations.id, challenges.operationId))
    .innerJoin(payments, eq(payments.id, challenges.paymentId))
    .innerJoin(walletSessions, eq(walletSessions.id, challenges.walletSessionId));
}

/** `findOwnChallenge`, its payment locked until the transaction ends. */
export async function lockOwnChallenge(context: ServiceContext, own: Own): Promise<FoundChallenge> {
  const found = await findOwnChallenge(context, own);
  await lockPayment(context, found.payment.id);
  return findOwnChallenge(context, own);
}

/** The challenge of a payment of the caller. Raises `transaction_not_found` for anybody else's and for none alike. */
export async function findOwnChallenge(context: ServiceContext, { caller, transactionId }: Own) {
  const { accountId, userId } = caller;
  const isOwn = and(eq(operations.accountId, accountId), eq(payments.userId, userId));
  const isNamed = and(isOwn, eq(operations.transactionId, transactionId));
  // An id that breaks the form names nothing, and may hold what the store cannot compare.
  const canExist = TransactionId.safeParse(transactionId).success;
  const [found] = canExist ? await selectChallenges(context).where(isNamed) : [];
  if (found) return found;
  throw new ServiceError(
    'transaction_not_found',
    'Cannot find the challenge: no payment of this shopper that asked for one has the id',
  );
}
