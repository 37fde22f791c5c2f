import { eq } from 'drizzle-orm';
import type { Core } from '../base/runtime/core.ts';
import { tokenOfRecord } from '../base/seals/intact-rows.ts';
import { ServiceError } from '../base/service-error.ts';
import { requireCallbackUrl } from '../callbacks/egress/require-callback-url.ts';
import { enqueueCallback } from '../callbacks/enqueue-callback.ts';
import type { CallbackRow, Lane } from '../tables/callbacks.ts';
import { cardTokens, payments } from '../tables/payments.ts';
import type { Transaction } from './model/transaction.ts';
import { callbackBodyOf, NO_TOKEN } from './present/callback-body.ts';

type CallbackUrls = {
  readonly callbackUrl: string | undefined;
  /** Callback URL of the payment's start; null where the start named none, or is this very operation. */
  readonly urlOfStart: string | null;
  /** Whether the processor finishes later, so that only a callback can report the outcome. */
  readonly isAsynchronous: boolean;
};

/** Where the callback of the operation's end goes: its own address, or that of its payment's start. Rule: callbacks/when. */
export function callbackUrlOf({ egress }: Core, urls: CallbackUrls): string | null {
  const { callbackUrl, urlOfStart, isAsynchronous } = urls;
  const url = callbackUrl ?? urlOfStart;
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

type MerchantNotice = {
  /** The transaction after its end was written. Without a callback URL nothing is sent. */
  readonly transaction: Transaction;
  /** The request whose answer reports the same and must come before the callback; null if there is none. */
  readonly answerTo: string | null;
  /** By how many ms the answer is delayed. Default: 0. */
  readonly slowMs?: number;
  /** Replaces `<METHOD>_SUCCEEDED` or `<METHOD>_FAILED`. */
  readonly info?: 'AUTH_EXPIRED';
};

/** Writes the callback of an operation's end, inside the transaction that writes the end; the outbox sends it. */
export async function notifyMerchant(context: Core, notice: MerchantNotice): Promise<void> {
  const { transaction, answerTo, slowMs = 0 } = notice;
  const { operation, payment } = transaction;
  if (operation.callbackUrl === null) return;
  const body = callbackBodyOf(context, notice);
  const { drops, copies, lateMs } = context.dependencies.processor.callbackDeliveryOf(operation.metadata);
  await enqueueCallback(context, {
    accountId: operation.accountId,
    paymentId: payment.id,
    operationId: operation.id,
    lane: laneOf(transaction),
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

/** A payment with money has paid for its callback, too. Rule: callbacks/lanes. */
function laneOf({ payment }: Transaction): Lane {
  return payment.startedBy === 'page' && payment.failed ? 'page' : 'backend';
}

/** The body to send. The stored body lacks only the card token, which is stored nowhere in clear. */
export async function bodyToSend(
  context: Core,
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
  return body.replace(NO_TOKEN, () => `"token":${JSON.stringify(tokenOfRecord(context, row.token))}`);
}
