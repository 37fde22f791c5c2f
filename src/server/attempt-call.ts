import type { ErrorBody } from '../contract/error-body.ts';
import { apiError, MerchantApiError } from './merchant-api-error.ts';
import { meaningOf } from './refusal-meaning.ts';

/** Where and how a client calls. */
export type CallSettings = {
  readonly baseUrl: string;
  /** Per attempt. */
  readonly timeoutMs: number;
  /** How often a call is repeated after no usable answer, or after a refusal that says when to retry. */
  readonly retries: number;
};

export type Call = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly form?: URLSearchParams;
};

/** An answer of the service, which is JSON with a status field. */
export type Answer<Body> = { readonly status: number; readonly body: Body | ErrorBody };

/** An attempt that got no answer to rely on. */
export type Failure = {
  readonly error: MerchantApiError;
  /** Whether this very attempt may have been carried out. */
  readonly carriedOut: 'no' | 'perhaps';
  readonly repeat: 'never' | 'soon' | { readonly afterMs: number };
};

type Attempt<Body> = { readonly answer: Answer<Body> } | Failure;

const LONGEST_WAIT_MS = 5000;

export async function attemptCall<Body>(settings: CallSettings, call: Call): Promise<Attempt<Body>> {
  try {
    return await exchange<Body>(settings, call);
  } catch (error) {
    return failureOf(error, call);
  }
}

async function exchange<Body>(
  settings: CallSettings,
  { method, path, headers, form }: Call,
): Promise<Attempt<Body>> {
  const response = await fetch(settings.baseUrl + path, {
    method,
    headers,
    ...(form && { body: form }),
    redirect: 'error',
    signal: AbortSignal.timeout(settings.timeoutMs),
  });
  const { ok, status } = response;
  const body = parse(await response.text());
  if (ok && isAnswer<Body>(body)) return { answer: { status, body } };
  if (ok || !isErrorBody(body)) return malformedAnswer(status);
  const meaning = meaningOf(status, body.error.code);
  if (meaning === 'final') return { answer: { status, body } };
  return { error: apiError(status, body), carriedOut: meaning, repeat: repeatAfter(response) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Checks only that it is an answer of the service; the contract says what it holds. */
function isAnswer<Body>(body: unknown): body is Body | ErrorBody {
  return typeof body === 'object' && body !== null && ('status' in body || 'Status' in body);
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (!isAnswer<object>(body) || !('error' in body)) return false;
  const { error } = body;
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string';
}

/** Repeats only where the service says when: 409 while the same key runs, 429, 503. */
function repeatAfter(response: Response): Failure['repeat'] {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const afterMs = seconds * 1000;
  return afterMs <= LONGEST_WAIT_MS ? { afterMs } : 'never';
}

function malformedAnswer(status: number): Failure {
  const error = new MerchantApiError(
    'answer_malformed',
    `Cannot read the answer: status ${status}, expected JSON with a status field`,
    { status },
  );
  return { error, carriedOut: 'perhaps', repeat: 'soon' };
}

function failureOf(cause: unknown, { method }: Call): Failure {
  if (hasNoConnection(cause)) {
    const message = 'Cannot reach the service: no connection';
    const error = new MerchantApiError('service_unreachable', message, { cause });
    return { error, carriedOut: 'no', repeat: 'soon' };
  }
  const message =
    method === 'GET'
      ? 'Cannot read the answer: the lookup was sent and not answered, ask again'
      : 'Cannot tell what became of the request: it was sent and not answered, look it up';
  const error = new MerchantApiError('answer_lost', message, { cause });
  return { error, carriedOut: 'perhaps', repeat: 'soon' };
}

const CONNECTION_ERRORS = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** `fetch` says only that it failed; its causes say why. */
function hasNoConnection(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('code' in error && typeof error.code === 'string' && CONNECTION_ERRORS.has(error.code)) return true;
  return 'cause' in error && hasNoConnection(error.cause);
}
