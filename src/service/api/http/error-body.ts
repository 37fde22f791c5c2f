import type { ErrorBody } from '../../../contract/error-body.ts';
import { ERROR_TYPES, type ErrorCode, type ErrorType } from '../../../contract/errors/errors.ts';
import type { ServiceError } from '../../base/service-error.ts';

type Kind = { readonly type: ErrorType; readonly status: number };

const kinds: ReadonlyMap<string, Kind> = new Map(
  errorTypes().flatMap((type) =>
    Object.entries(ERROR_TYPES[type]).map(([code, status]) => [code, { type, status }] as const),
  ),
);

export function errorStatus(code: ErrorCode): number {
  return kindOf(code).status;
}

export function errorType(code: ErrorCode): ErrorType {
  return kindOf(code).type;
}

export function errorBody(
  error: ServiceError,
  { requestId, baseUrl }: { requestId: string; baseUrl: string },
): ErrorBody {
  return {
    status: 'ERROR',
    error: {
      type: kindOf(error.code).type,
      code: error.code,
      message: error.message,
      ...(error.param !== undefined && { param: error.param }),
      ...(error.declineCode !== undefined && { decline_code: error.declineCode }),
      ...(error.totals !== undefined && { sandbox: error.totals }),
      doc_url: `${baseUrl}/docs/errors#${error.code}`,
      request_id: requestId,
    },
  };
}

function kindOf(code: ErrorCode): Kind {
  const kind = kinds.get(code);
  if (!kind) throw new Error(`Cannot answer with code '${code}': not in the table`);
  return kind;
}

/** `Object.keys` loses the type of the keys. The table is a constant, so the cast holds. */
function errorTypes() {
  return Object.keys(ERROR_TYPES) as ErrorType[];
}
