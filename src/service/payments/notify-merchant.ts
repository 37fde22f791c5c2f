import { eq } from 'drizzle-orm';
import { isAtSandbox } from '../../contract/billing/processor-name.ts';
import type { Core } from '../base/runtime/core.ts';
import { tokenOfRecord } from '../base/seals/intact-rows.ts';
import { ServiceError } from '../base/service-error.ts';
import { requireCallbackUrl } from '../callbacks/egress/require-callback-url.ts';
import { enqueueCallback } from '../callbacks/enqueue-callback.ts';
import type { CallbackRow, Lane } from '../tables/callbacks.ts';
import { cardTokens, payments } from '../tables/payments.ts';
import type { Transaction } from './model/transaction.ts';
import { type CallbackContent, callbackBodyOf, TOKEN_PLACEHOLDER } from './present/callback-body.ts';

type CallbackUrls = {
  readonly callbackUrl: string | undefined;
  /** Where the outcome goes otherwise, as to the receiver that the payment's start named; null where there is none. */
  readonly otherUrl: string | null;
  /** Whether the processor finishes later, so that only a callback can report the outcome. */
  readonly isAsynchronous: boolean;
};

/** Where the callback of an operation's outcome goes: its own address, or another that is known. Rule: callbacks/when. */
export function callbackUrlOf({ egress }: Core, urls: CallbackUrls): string | null {
  const { callbackUrl, otherUrl, isAsynchronous } = urls;
  const url = callbackUrl ?? otherUrl;
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

/** How a callback goes that no switch of the sandbox disturbs. */
const ON_TIME = { drops: 0, copies: 0, lateMs: 0 };

type MerchantNotice = CallbackContent & {
  /** The request whose answer reports the same and must come before the callback; null if there is none. */
  readonly answerTo: string | null;
  /** By how many ms the answer is delayed. Default: 0. */
  readonly slowMs?: number;
};

/** Queues the callback of an operation's outcome, in the transaction that writes the outcome, if there is a callback URL. */
export async function notifyMerchant(core: Core, notice: MerchantNotice): Promise<void> {
  const { transaction, answerTo, slowMs = 0 } = notice;
  const { operation, payment } = transaction;
  if (operation.callbackUrl === null) return;
  const body = callbackBodyOf(core, notice);
  const { processor } = core.dependencies;
  const delivery = isAtSandbox(payment) ? processor.callbackDeliveryOf(operation.metadata) : ON_TIME;
  await enqueueCallback(core, {
    accountId: operation.accountId,
    paymentId: payment.id,
    operationId: operation.id,
    lane: laneOf(transaction),
    info: body.notification_details.info,
    url: operation.callbackUrl,
    body: JSON.stringify(body),
    answerTo,
    slowMs,
    ...delivery,
  });
}

/** A failed payment that a page started goes in lane `page`: anybody can cause it for nothing. Rule: callbacks/lanes. */
function laneOf({ payment }: Transaction): Lane {
  return payment.startedBy === 'page' && payment.failed ? 'page' : 'backend';
}

/** The body to send. The stored body lacks only the card token, which is stored nowhere in clear. */
export async function bodyToSend(
  core: Core,
  { body, paymentId }: Pick<CallbackRow, 'body' | 'paymentId'>,
): Promise<string> {
  const [row] = await core.db
    .select({ token: cardTokens })
    .from(payments)
    .innerJoin(cardTokens, eq(cardTokens.id, payments.tokenId))
    .where(eq(payments.id, paymentId));
  if (!row) {
    throw new Error(`Cannot send a callback of payment ${paymentId}: found no card token, expected one`);
  }
  return body.replace(TOKEN_PLACEHOLDER, () => `"token":${JSON.stringify(tokenOfRecord(core, row.token))}`);
}
