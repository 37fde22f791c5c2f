import { errorLogFields } from '../../base/error-log-fields.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { AppContext } from './app-env.ts';
import { errorAnswer } from './error-answer.ts';
import { nearPath } from './near-path.ts';
import { serviceErrorOf } from './service-error-of.ts';

/** Answers whatever a handler raised, and logs what was not a refusal. `beside` joins `error` in the body. */
export function answerError(c: AppContext, error: Error, extra: object = {}): Response {
  const refusal = serviceErrorOf(error);
  if (error !== refusal) {
    c.var.service.log.error({ requestId: c.var.requestId, ...errorLogFields(error) }, 'request failed');
  }
  return errorAnswer(c, refusal, extra);
}

type Addresses = {
  /** Path patterns that exist. */
  readonly paths: readonly string[];
  /** The page that lists them, if there is one. */
  readonly reference?: string;
};

export function answerUnknownAddress(c: AppContext, { paths, reference }: Addresses): Response {
  const suggestion = nearPath(c.req.path, paths) ?? reference;
  const hint = suggestion === undefined ? '' : `: expected ${suggestion}`;
  return answerError(c, new ServiceError('not_found', `Cannot find this address${hint}`));
}

/** Answers a request whose path has other methods only. */
export function answerWrongMethod(c: AppContext, methods: readonly string[], extra: object = {}): Response {
  const message = `Cannot use this HTTP method here: expected ${methods.join(' or ')}`;
  const answer = answerError(c, new ServiceError('http_method_not_allowed', message), extra);
  answer.headers.set('Allow', methods.join(', '));
  return answer;
}
