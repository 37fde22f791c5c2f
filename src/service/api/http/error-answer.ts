import type { ErrorCode } from '../../../contract/errors/errors.ts';
import type { ServiceError } from '../../base/service-error.ts';
import type { AppContext } from './app-env.ts';
import { errorBody, errorStatus } from './error-body.ts';
import { annotateRequest } from './request-history.ts';

/** The answer to a refusal; `beside` joins `error` in the body. */
export function errorAnswer(c: AppContext, error: ServiceError, extra: object = {}): Response {
  const { service, requestId } = c.var;
  annotateRequest(c, { errorCode: error.code });
  const body = errorBody(error, { requestId, baseUrl: service.config.baseUrl });
  return Response.json(
    { ...body, ...extra },
    { status: errorStatus(error.code), headers: errorHeaders(error) },
  );
}

function errorHeaders({ code, limit }: ServiceError): Record<string, string> {
  const status = errorStatus(code);
  const isSoon = status === 503 || code === 'idempotency_key_in_use';
  return {
    'Content-Type': 'application/json; charset=utf-8',
    ...(status === 401 && { 'WWW-Authenticate': challenge(code) }),
    ...(isSoon && { 'Retry-After': '1' }),
    ...(limit && { 'Retry-After': String(limit.resetSeconds) }),
  };
}

function challenge(code: ErrorCode): string {
  if (code === 'access_token_missing') return 'Bearer';
  if (code.startsWith('access_token_')) return 'Bearer error="invalid_token"';
  return code.startsWith('secret_key_') || code === 'publishable_key_used' ? 'SecretKey' : 'RefreshToken';
}
