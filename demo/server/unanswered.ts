import { MerchantApiError } from 'embeddable-wallet/server';

/** No answer, or none that says what happened: look the transaction up before telling anyone anything. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof MerchantApiError)) return false;
  return error.status === undefined || error.status >= 500 || error.code === 'answer_malformed';
}
