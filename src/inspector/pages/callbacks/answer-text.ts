import type { AdminAttempt } from '../../../contract/admin/callbacks.ts';

/** What may precede a page's first element. */
const BEFORE_PAGE = /^(?:\s|\ufeff|<!--[\s\S]*?-->)+/;
const PAGE_START = /^<(?:!doctype html|html|head|body|title|meta|link|style|script|main|div|h[1-6]|p|pre)\b/i;

/** Whether a receiver answered with a web page, as a shop does at an unknown address. The content type is not stored. */
export function isWebPage(answerStart: string | null): boolean {
  return PAGE_START.test((answerStart ?? '').replace(BEFORE_PAGE, ''));
}

export const WEB_PAGE = 'the answer is a web page: does this address take callbacks?';

/** The result of an attempt in a few words. */
export function answerText(attempt: AdminAttempt | undefined): string {
  if (!attempt) return 'Not sent yet';
  return attempt.answer_status === null
    ? (attempt.failure ?? 'No answer').replaceAll('_', ' ')
    : `HTTP ${attempt.answer_status}`;
}
