import type { AdminAttempt } from '../../../contract/admin-api.ts';

/** Whether a receiver answered with a page, as a shop does at an address that it does not know. */
export function isWebPage(answerStart: string | null): boolean {
  return /^\s*<(?:!doctype html|html|head|body)\b/i.test(answerStart ?? '');
}

export const WEB_PAGE = 'the answer is a web page: does this address take callbacks?';

/** What came of an attempt, in a few words. */
export function answerText(attempt: AdminAttempt | undefined): string {
  if (!attempt) return 'Not sent yet';
  return attempt.answer_status === null
    ? (attempt.failure ?? 'No answer').replaceAll('_', ' ')
    : `HTTP ${attempt.answer_status}`;
}
