import type { AcquirerCall } from '../../base/processor/acquirer.ts';

const MAX_QUESTION_BYTES = 64 * 1024;
const MAX_ANSWER_BYTES = 256 * 1024;

export type HttpQuestion = {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type HttpAnswer = { readonly status: number; readonly headers: Headers; readonly text: string };

/** `notSent`: certainly nobody has read the question. `unknown`: somebody may have acted on it. Reasons hold no data. */
export type HttpOutcome =
  | ({ readonly kind: 'answered' } & HttpAnswer)
  | { readonly kind: 'notSent'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

type Patience = {
  readonly call: AcquirerCall;
  /** How long the whole of it may take. */
  readonly timeoutMs: number;
  readonly maxAnswerBytes?: number;
};

/**
 * Asks once, and never again by itself. Follows no redirect. Never rejects, and ends by its deadline whatever the other side and
 * `fetch` do.
 */
export async function askOverHttp(question: HttpQuestion, patience: Patience): Promise<HttpOutcome> {
  const { call, timeoutMs, maxAnswerBytes = MAX_ANSWER_BYTES } = patience;
  if (Buffer.byteLength(question.body ?? '') > MAX_QUESTION_BYTES) {
    return { kind: 'notSent', reason: 'question_too_large' };
  }
  if (call.signal.aborted) return { kind: 'notSent', reason: 'aborted' };
  const deadline = startDeadline(call.signal, timeoutMs);
  try {
    return await Promise.race([deadline.expiry, exchange(question, { call, deadline, maxAnswerBytes })]);
  } finally {
    deadline.end();
  }
}

type Exchange = {
  readonly call: AcquirerCall;
  readonly deadline: Deadline;
  readonly maxAnswerBytes: number;
};

async function exchange(question: HttpQuestion, options: Exchange): Promise<HttpOutcome> {
  const { call, deadline, maxAnswerBytes } = options;
  try {
    const response = await call.fetch(question.url, {
      method: question.method,
      headers: question.headers,
      ...(question.body === undefined ? {} : { body: question.body }),
      redirect: 'manual',
      signal: deadline.signal,
    });
    const text = await readText(response, maxAnswerBytes);
    if (text === undefined) return { kind: 'unknown', reason: 'answer_too_large' };
    return { kind: 'answered', status: response.status, headers: response.headers, text };
  } catch (error) {
    return failureOf(error);
  }
}

/** Undefined where the body is larger than `maxBytes`; bytes that are no UTF-8 are replaced. */
async function readText({ body }: Response, maxBytes: number): Promise<string | undefined> {
  if (body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.byteLength;
    if (size > maxBytes) {
      await reader.cancel().catch(() => undefined);
      return undefined;
    }
    chunks.push(read.value);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** What a connection fails by that was never made, where no call of the system is named. */
const BEFORE_CONNECTION = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);
const CONNECTING = new Set(['connect', 'getaddrinfo']);

type Failure = {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly cause?: unknown;
  /** Of each address that was tried. */
  readonly errors?: unknown;
};

/** A failure of which we do not know that it came before the question is one after it. */
function failureOf(error: unknown): HttpOutcome {
  const cause = innermost(error);
  return { kind: isBefore(cause) ? 'notSent' : 'unknown', reason: codeOf(cause) };
}

/** A host may also become unreachable once the question is sent: the same code, from another call of the system. */
function isBefore(cause: Failure): boolean {
  const { errors, syscall } = cause;
  if (Array.isArray(errors))
    return errors.length > 0 && errors.every((each) => isFailure(each) && isBefore(each));
  return typeof syscall === 'string' ? CONNECTING.has(syscall) : BEFORE_CONNECTION.has(codeOf(cause));
}

function codeOf({ code }: Failure): string {
  return typeof code === 'string' ? code : 'connection_failed';
}

/** `fetch` wraps what happened, sometimes more than once. */
function innermost(error: unknown): Failure {
  let inner: Failure = isFailure(error) ? error : {};
  for (let depth = 0; depth < 5 && isFailure(inner.cause); depth += 1) inner = inner.cause;
  return inner;
}

function isFailure(value: unknown): value is Failure {
  return typeof value === 'object' && value !== null;
}

type Deadline = {
  readonly signal: AbortSignal;
  /** Resolves when the time is over or nobody waits any more. Never rejects. */
  readonly expiry: Promise<HttpOutcome>;
  end(): void;
};

/** A timer of its own: a signal made of `AbortSignal.timeout` and others may be collected early. */
function startDeadline(givenUp: AbortSignal, timeoutMs: number): Deadline {
  const controller = new AbortController();
  let tell = (_outcome: HttpOutcome) => {};
  const expiry = new Promise<HttpOutcome>((resolve) => {
    tell = resolve;
  });
  const pass = (reason: string) => {
    tell({ kind: 'unknown', reason });
    controller.abort();
  };
  const timer = setTimeout(pass, timeoutMs, 'timeout');
  const giveUp = () => pass('aborted');
  givenUp.addEventListener('abort', giveUp);
  return {
    signal: controller.signal,
    expiry,
    end() {
      clearTimeout(timer);
      givenUp.removeEventListener('abort', giveUp);
    },
  };
}
