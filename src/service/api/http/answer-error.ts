import { errorLogFields } from '../../base/error-log-fields.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { AppContext } from './app-env.ts';
import { errorAnswer } from './error-answer.ts';
import { nearPath } from './near-path.ts';
import { serviceErrorOf } from './service-error-of.ts';

/** Answers whatever a handler raised, and logs what was not a refusal. `beside` joins `error` in the body. */
export function answerError(c: AppContext, error: Error, beside: object = {}): Response {
  const refusal = serviceErrorOf(error);
  if (error !== refusal) {
    c.var.service.log.error({ requestId: c.var.requestId, ...errorLogFields(error) }, 'request failed');
  }
  return errorAnswer(c, refusal, beside);
}

type Addresses = {
  /** Path patterns that exist. */
  readonly paths: readonly string[];
  /** The page that lists them, if there is one. */
  readonly reference?: string;
};

export function answerUnknownAddress(c: AppContext, { paths, reference }: Addresses): Response {
  const meant = nearPath(c.req.path, paths) ?? reference;
  const wanted = meant === undefined ? '' : `: expected ${meant}`;
  return answerError(c, new ServiceError('not_found', `Cannot find this address${wanted}`));
}

/** Answers a request whose path has other methods only. */
export function answerWrongMethod(c: AppContext, methods: readonly string[], beside: object = {}): Response {
  const message = `Cannot use this HTTP method here: expected ${methods.join(' or ')}`;
  const answer = answerError(c, new ServiceError('http_method_not_allowed', message), beside);
  answer.headers.set('Allow', methods.join(', '));
  return answer;
}
