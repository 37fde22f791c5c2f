import type { AdminAttempt } from '../../../contract/admin-api.ts';

/** What came of an attempt, in a few words. */
export function answerText(attempt: AdminAttempt | undefined): string {
  if (!attempt) return 'Not sent yet';
  return attempt.answer_status === null
    ? (attempt.failure ?? 'No answer').replaceAll('_', ' ')
    : `HTTP ${attempt.answer_status}`;
}
