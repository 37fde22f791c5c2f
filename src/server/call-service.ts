import type { ErrorBody } from '../contract/error-body.ts';
import { MerchantApiError } from './merchant-api-error.ts';

/** Where and how a client calls. */
export type Line = {
  readonly baseUrl: string;
  /** Per attempt. */
  readonly timeoutMs: number;
  /** How often a call is repeated that got no answer. */
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

type Attempt<Body> = { readonly answer: Answer<Body>; readonly waitMs: number | undefined };

const FIRST_PAUSE_MS = 250;
const LONGEST_WAIT_MS = 5000;

/** Calls until there is an answer that a repetition would not change. Every call here is safe to repeat. */
export async function callService<Body>(line: Line, call: Call): Promise<Answer<Body>> {
  let failure: MerchantApiError | undefined;
  for (let repeated = 0; ; repeated += 1) {
    const isLast = repeated >= line.retries;
    const attempt = await attemptCall<Body>(line, call).catch(asLost);
    if (!(attempt instanceof MerchantApiError)) {
      if (isLast || attempt.waitMs === undefined) return attempt.answer;
      await pause(attempt.waitMs);
      continue;
    }
    // Once an attempt may have arrived, a later refused connection does not undo it.
    failure = failure?.code === 'answer_lost' ? failure : attempt;
    if (isLast) throw failure;
    await pause(FIRST_PAUSE_MS * 2 ** repeated * (0.8 + Math.random() * 0.4));
  }
}

async function attemptCall<Body>(line: Line, { method, path, headers, form }: Call): Promise<Attempt<Body>> {
  const response = await fetch(line.baseUrl + path, {
    method,
    headers,
    ...(form && { body: form }),
    redirect: 'error',
    signal: AbortSignal.timeout(line.timeoutMs),
  });
  const text = await response.text();
  const body = parse<Body>(text);
  if (body === undefined) {
    throw new MerchantApiError(
      'answer_malformed',
      `Cannot read the answer: status ${response.status}, expected JSON with a status field`,
      { status: response.status },
    );
  }
  return { answer: { status: response.status, body }, waitMs: waitBefore(response) };
}

/** Only a service that says when is asked again: 409 while the same key runs, 429, 503. */
function waitBefore(response: Response): number | undefined {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const waitMs = seconds * 1000;
  return response.ok || Number.isNaN(waitMs) || waitMs > LONGEST_WAIT_MS ? undefined : waitMs;
}

/** The contract says what an answer holds; checked is that it is one. */
function parse<Body>(text: string): Body | ErrorBody | undefined {
  try {
    const body: unknown = JSON.parse(text);
    const isAnswer = typeof body === 'object' && body !== null && ('status' in body || 'Status' in body);
    return isAnswer ? (body as Body | ErrorBody) : undefined;
  } catch {
    return undefined;
  }
}

function asLost(error: unknown): MerchantApiError {
  if (error instanceof MerchantApiError) return error;
  if (neverConnected(error)) {
    return new MerchantApiError('service_unreachable', 'Cannot reach the service: no connection', {
      cause: error,
    });
  }
  return new MerchantApiError(
    'answer_lost',
    'Cannot tell what became of the request: it was sent and not answered, look it up',
    { cause: error },
  );
}

const noConnection = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** `fetch` says only that it failed; why stands in the causes. */
function neverConnected(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('code' in error && typeof error.code === 'string' && noConnection.has(error.code)) return true;
  return 'cause' in error && neverConnected(error.cause);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
