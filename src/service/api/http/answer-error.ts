import type { ErrorCode } from '../../../contract/errors/errors.ts';
import { errorLogFields } from '../../base/error-log-fields.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { AppContext } from './app-env.ts';
import { errorBody, errorStatus } from './error-body.ts';
import { nearPath } from './near-path.ts';
import { annotateRequest } from './request-history.ts';
import { serviceErrorOf } from './service-error-of.ts';

/** Answers whatever a handler raised, and logs what was no refusal. `extra`: members that join `error` in the body. */
export function answerError(c: AppContext, error: Error, extra: object = {}): Response {
  const service = c.get('service');
  const requestId = c.get('requestId');
  const refusal = serviceErrorOf(error);
  if (error !== refusal) {
    const level = service.storeWatch.isLossBehind(error) ? 'debug' : 'error';
    service.log[level]({ requestId, ...errorLogFields(error) }, 'request failed');
  }
  annotateRequest(c, { errorCode: refusal.code });
  const body = errorBody(refusal, { requestId, baseUrl: service.config.baseUrl });
  return Response.json(
    { ...body, ...extra },
    { status: errorStatus(refusal.code), headers: errorHeaders(refusal) },
  );
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

function errorHeaders({ code, limit }: ServiceError): Record<string, string> {
  const status = errorStatus(code);
  const isSoon = status === 503 || code === 'idempotency_key_in_use';
  return {
    'Content-Type': 'application/json; charset=utf-8',
    ...(status === 401 && { 'WWW-Authenticate': authenticateScheme(code) }),
    ...(isSoon && { 'Retry-After': '1' }),
    ...(limit && { 'Retry-After': String(limit.resetSeconds) }),
  };
}

function authenticateScheme(code: ErrorCode): string {
  if (code === 'access_token_missing') return 'Bearer';
  if (code.startsWith('access_token_')) return 'Bearer error="invalid_token"';
  return code.startsWith('secret_key_') || code === 'publishable_key_used' ? 'SecretKey' : 'RefreshToken';
}
