import { eq } from 'drizzle-orm';
import { ServiceError } from '../base/service-error.ts';
import type { ServiceContext } from '../context/context.ts';
import { requireCallbackUrl } from '../egress/require-callback-url.ts';
import { enqueueCallback } from '../outbox/enqueue-callback.ts';
import type { CallbackRow } from '../tables/callbacks.ts';
import { cardTokens, payments } from '../tables/payments.ts';
import { openCardToken } from '../vault/card-token.ts';
import type { Transaction } from './model/transaction.ts';
import { callbackBodyOf, NO_TOKEN } from './present/callback-body.ts';

type Wanted = {
  readonly callbackUrl: string | undefined;
  /** Of the payment's start; null where it named none, or is this very operation. */
  readonly inherited: string | null;
  /** The processor finishes later, so only a callback can tell how. */
  readonly isAsynchronous: boolean;
};

/** Where the operation's end is told: its own address or the one of its payment's start. Rule: callbacks/when. */
export function callbackUrlOf({ egress }: ServiceContext, wanted: Wanted): string | null {
  const { callbackUrl, inherited, isAsynchronous } = wanted;
  const url = callbackUrl ?? inherited;
  if (url === null && isAsynchronous) {
    throw new ServiceError(
      'callback_url_required',
      "Cannot bill: the merchant's processor works asynchronously and no 'callback_url' is known, expected one",
      { param: 'callback_url' },
    );
  }
  if (callbackUrl !== undefined) requireCallbackUrl(callbackUrl, egress);
  return url;
}

type Telling = {
  /** With its end written; without a callback URL nothing is sent. */
  readonly transaction: Transaction;
  /** The request whose answer tells the same, so that the callback does not overtake it; null where there is none. */
  readonly answerTo: string | null;
  /** What the answer takes on top, ms. Default: 0. */
  readonly slowMs?: number;
  /** In place of `<METHOD>_SUCCEEDED` or `<METHOD>_FAILED`. */
  readonly info?: 'AUTH_EXPIRED';
};

/** Writes the callback of an operation's end, inside the transaction that writes the end; the outbox sends it. */
export async function tellMerchant(context: ServiceContext, telling: Telling): Promise<void> {
  const { transaction, answerTo, slowMs = 0 } = telling;
  const { operation, payment } = transaction;
  if (operation.callbackUrl === null) return;
  const body = callbackBodyOf(context, telling);
  const { drops, copies, lateMs } = context.processor.deliveryOf(operation.metadata);
  await enqueueCallback(context, {
    accountId: operation.accountId,
    paymentId: payment.id,
    operationId: operation.id,
    info: body.notification_details.info,
    url: operation.callbackUrl,
    body: JSON.stringify(body),
    answerTo,
    slowMs,
    lateMs,
    drops,
    copies,
  });
}

/** The body as it is sent: the card token is the one text that the stored body lacks, as it is nowhere in clear. */
export async function bodyToSend(
  context: ServiceContext,
  { body, paymentId }: Pick<CallbackRow, 'body' | 'paymentId'>,
): Promise<string> {
  const [row] = await context.db
    .select({ token: cardTokens })
    .from(payments)
    .innerJoin(cardTokens, eq(cardTokens.id, payments.tokenId))
    .where(eq(payments.id, paymentId));
  if (!row) {
    throw new Error(`Cannot send a callback of payment ${paymentId}: found no card token, expected one`);
  }
  return body.replace(NO_TOKEN, () => `"token":${JSON.stringify(openCardToken(context, row.token))}`);
}
