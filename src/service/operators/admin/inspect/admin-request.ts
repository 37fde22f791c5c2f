import type { AdminRequest } from '../../../../contract/admin/requests.ts';
import { looksLikeCardNumber } from '../../../base/card-numbers.ts';
import type { RecentRequest } from '../../../base/runtime/recent-requests.ts';

/** A request for the inspector. Callers make up some of its ids, so one that looks like a card number is blanked. */
export function adminRequestOf(request: RecentRequest): AdminRequest {
  const { seq, at, method, route, status, milliseconds, ignored } = request;
  return {
    seq,
    at: at.toISOString(),
    request_id: request.requestId,
    method,
    route,
    path: request.path ?? null,
    status,
    error_code: request.errorCode ?? null,
    decline_code: request.declineCode ?? null,
    milliseconds: Math.round(milliseconds * 10) / 10,
    account_id: request.accountId ?? null,
    merchant_id: request.merchantId ?? null,
    wallet_session_id: request.walletSessionId ?? null,
    transaction_id: visible(request.transactionId),
    order_id: visible(request.orderId),
    origin: visible(request.origin),
    fault: request.fault ?? null,
    ignored: ignored.flatMap((name) => visible(name) ?? []),
  };
}

function visible(text: string | undefined): string | null {
  if (text === undefined) return null;
  return looksLikeCardNumber(text) ? '[card number]' : text;
}
