import { MerchantApiError } from 'embeddable-wallet/server';

/** The service does not say just now: ask again later, and tell nobody anything before. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof MerchantApiError)) return false;
  const { code, status } = error;
  if (code === 'answer_lost' || code === 'answer_malformed') return true;
  return status === undefined || status === 429 || status >= 500;
}
