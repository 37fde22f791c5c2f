import * as z from 'zod/mini';
import type { ErrorDetails } from '../../contract/error-body.ts';
import { ERROR_GUIDE } from '../../contract/errors/error-guide.ts';

type Refusal = z.infer<typeof ErrorDetails>;

/** An error of a request to the admin API, with advice. */
export class AdminError extends Error {
  /** Undefined if there was no answer that this page can read. */
  readonly refusal: Refusal | undefined;
  readonly todo: string;

  constructor(
    message: string,
    { todo, refusal, cause }: { todo: string; refusal?: Refusal; cause?: unknown },
  ) {
    super(message, { cause });
    this.name = 'AdminError';
    this.refusal = refusal;
    this.todo = todo;
  }
}

export function refusalError(refusal: Refusal): AdminError {
  return new AdminError(refusal.message, { todo: ERROR_GUIDE[refusal.code].todo, refusal });
}

export function noAnswerError(cause: unknown): AdminError {
  const todo = 'See whether the service still runs: the page goes on when it answers again.';
  return new AdminError('The service does not answer', { todo, cause });
}

export function unreadableError(path: string, cause: unknown): AdminError {
  const todo = 'Load the page anew: the service may be of another release than this page.';
  return new AdminError(`Cannot read the answer of ${path}`, { todo, cause });
}

/** Any caught error, as one that can be shown. */
export function toAdminError(caught: unknown): AdminError {
  if (caught instanceof AdminError) return caught;
  if (caught instanceof z.core.$ZodError) {
    const [issue] = caught.issues;
    const message = `Cannot send this: '${issue?.path.join('.')}' ${issue?.message.toLowerCase()}`;
    return new AdminError(message, { todo: 'Correct the field.', cause: caught });
  }
  return new AdminError(caught instanceof Error ? caught.message : 'Something failed in this page', {
    todo: 'Load the page anew.',
    cause: caught,
  });
}
