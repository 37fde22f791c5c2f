import type { ErrorCode } from '../../../../contract/errors/errors.ts';
import type { HeaderObject, Reference } from '../document-types.ts';
import type { Operation } from '../operation.ts';

/** Headers that answers may carry. Those of HTTP itself and of browsers' security are not listed. */
export const ANSWER_HEADERS = {
  'Request-Id': {
    description: 'Id of the request.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  'Retry-After': { description: 'Seconds to wait before the next try.', schema: { type: 'integer' } },
  'WWW-Authenticate': {
    description: 'The credentials that the endpoint wants: `SecretKey`, `Bearer` or `RefreshToken`.',
    required: true,
    schema: { type: 'string', pattern: '^(SecretKey|RefreshToken|Bearer( error="invalid_token")?)$' },
  },
  'Idempotent-Replayed': {
    description: 'This is the first answer to the same request, byte for byte; nothing was done again.',
    schema: { const: 'true' },
  },
  'Sandbox-Ignored-Params': {
    description: 'Names of ignored parameters, often misspelt.',
    schema: { type: 'string' },
  },
  'Sandbox-Warning': {
    description: 'Parameters whose values should not be stored, such as a card number.',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'Limits that the request counts against: name, `q` requests in `w` seconds.',
    schema: { type: 'string', pattern: '^"[a-z-]+";q=[0-9]+;w=[0-9]+' },
  },
  RateLimit: {
    description: 'State of these limits: name, `r` requests left, `t` seconds until the count starts again.',
    schema: { type: 'string', pattern: '^"[a-z-]+";r=[0-9]+;t=[0-9]+' },
  },
} as const satisfies Readonly<Record<string, HeaderObject>>;

type HeaderName = keyof typeof ANSWER_HEADERS;
type Answered = { readonly status: number; readonly codes?: readonly ErrorCode[] };

/** References to the headers that an answer of this status may carry. */
export function answerHeaders(operation: Operation, answered: Answered): Readonly<Record<string, Reference>> {
  const names: HeaderName[] = [
    'Request-Id',
    ...ofRefusal(answered),
    ...ofForm(operation, answered.status),
    ...(isCounted(operation) ? (['RateLimit-Policy', 'RateLimit'] as const) : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function ofRefusal({ status, codes = [] }: Answered): readonly HeaderName[] {
  if (status === 401) return ['WWW-Authenticate'];
  const isLater = status === 429 || status === 503 || codes.includes('idempotency_key_in_use');
  return isLater ? ['Retry-After'] : [];
}

function ofForm({ form, headers }: Operation, status: number): readonly HeaderName[] {
  if (!form) return [];
  // A decline, too, answers a form that was understood.
  if (status !== 200 && status !== 402) return ['Sandbox-Ignored-Params'];
  const isReplayable = headers?.['Idempotency-Key'] !== undefined;
  return [
    'Sandbox-Ignored-Params',
    'Sandbox-Warning',
    ...(isReplayable ? (['Idempotent-Replayed'] as const) : []),
  ];
}

/** Whether requests are counted: by secret key, account, wallet session or refresh token. */
function isCounted({ auth, form }: Operation): boolean {
  return auth !== 'none' || form !== undefined;
}
