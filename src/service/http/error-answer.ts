import { ERROR_TYPES, type ErrorBody, type ErrorCode, type ErrorType } from '../../contract/errors.ts';
import type { ServiceError } from '../service-error.ts';
import type { AppContext } from './app-env.ts';

type Kind = { readonly type: ErrorType; readonly status: number };

const kinds: ReadonlyMap<string, Kind> = new Map(
  errorTypes().flatMap((type) =>
    Object.entries(ERROR_TYPES[type]).map(([code, status]) => [code, { type, status }] as const),
  ),
);

/** The answer to a refusal; `beside` joins `error` in the body. */
export function errorAnswer(c: AppContext, error: ServiceError, beside: object = {}): Response {
  const { status } = kindOf(error.code);
  return Response.json({ ...errorBody(c, error), ...beside }, { status, headers: errorHeaders(error.code) });
}

function errorBody(c: AppContext, error: ServiceError): ErrorBody {
  const { service, requestId } = c.var;
  return {
    status: 'ERROR',
    error: {
      type: kindOf(error.code).type,
      code: error.code,
      message: error.message,
      ...(error.param !== undefined && { param: error.param }),
      ...(error.declineCode !== undefined && { decline_code: error.declineCode }),
      ...(error.figures !== undefined && { sandbox: error.figures }),
      doc_url: `${service.baseUrl}/docs/errors#${error.code}`,
      request_id: requestId,
    },
  };
}

function errorHeaders(code: ErrorCode): Record<string, string> {
  const { status } = kindOf(code);
  const retry = status === 503 || code === 'idempotency_key_in_use';
  return {
    'Content-Type': 'application/json; charset=utf-8',
    ...(status === 401 && { 'WWW-Authenticate': challenge(code) }),
    ...(retry && { 'Retry-After': '1' }),
  };
}

function challenge(code: ErrorCode): string {
  if (code === 'access_token_missing') return 'Bearer';
  if (code.startsWith('access_token_')) return 'Bearer error="invalid_token"';
  return code.startsWith('secret_key_') || code === 'publishable_key_used' ? 'SecretKey' : 'RefreshToken';
}

function kindOf(code: ErrorCode): Kind {
  const kind = kinds.get(code);
  if (!kind) throw new Error(`Cannot answer with code '${code}': not in the table`);
  return kind;
}

/** `Object.keys` forgets the names; the table is a constant and has no others. */
function errorTypes() {
  return Object.keys(ERROR_TYPES) as ErrorType[];
}
