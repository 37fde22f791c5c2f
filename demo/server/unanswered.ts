import { MerchantApiError } from 'embeddable-wallet/server';

/** Whether the service's answer is still unknown: ask again later, and report nothing before. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof MerchantApiError)) return false;
  const { code, status } = error;
  if (code === 'answer_lost' || code === 'answer_malformed') return true;
  return status === undefined || status === 429 || status >= 500;
}
