/** What may precede a page's first element. */
const BEFORE_PAGE = /^(?:\s|\ufeff|<!--[\s\S]*?-->)+/;
const PAGE_START = /^<(?:!doctype html|html|head|body|title|meta|link|style|script|main|div|h[1-6]|p|pre)\b/i;

/** Whether a receiver answered with a web page, as a shop does at an unknown address. The content type is not stored. */
export function isWebPage(answerStart: string | null): boolean {
  return PAGE_START.test((answerStart ?? '').replace(BEFORE_PAGE, ''));
}

export const WEB_PAGE = 'the answer is a web page: does this address take callbacks?';

/** Whether an HTTP status says that the receiver took a callback; null is no answer. */
export const isReceived = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300;

/** The answer to an attempt in a few words: its HTTP status, or why there is none. */
export const answerText = (status: number | null, failure: string | null): string =>
  status === null ? (failure ?? 'no answer').replaceAll('_', ' ') : `HTTP ${status}`;
