import {
  type Attributes,
  isSpanContextValid,
  type Link,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { AnsweredRequest } from '../../base/metrics.ts';
import { type Acquirer, aroundQuestions, wrapAcquirers } from '../../base/processor/acquirer.ts';
import type { Tracing } from '../../base/runtime/tracing.ts';
import { ServiceError } from '../../base/service-error.ts';
import { portOf } from '../../base/url-parts.ts';

const tracer = trace.getTracer('embeddable-wallet');
const FAILED = { code: SpanStatusCode.ERROR } as const;

/** Whether an SDK has been registered; without one every span goes nowhere. */
export function isSdkThere(): boolean {
  const probe = tracer.startSpan('start');
  return isSpanContextValid(probe.spanContext());
}

/** Makes spans with the attributes of OpenTelemetry's conventions, but those that may hold a secret. [65] */
export const spans: Tracing = {
  ofRequest({ method, requestId, url, traceparent }, answer) {
    const name = METHODS.has(method) ? method : 'HTTP';
    const options = {
      kind: SpanKind.SERVER,
      links: callersOf(traceparent),
      attributes: {
        'url.scheme': new URL(url).protocol.slice(0, -1),
        'http.request.method': METHODS.has(method) ? method : '_OTHER',
        'wallet.request_id': requestId,
      },
    };
    // Not a child of the caller's span: a stranger would decide what is sampled, and in which trace.
    return tracer.startActiveSpan(name, options, ROOT_CONTEXT, (span) =>
      endAfter(span, async () => {
        const answered = await answer();
        if (answered.route !== 'none') span.updateName(`${name} ${answered.route}`);
        span.setAttributes(answerOf(answered));
        if (answered.status >= 500) span.setStatus(FAILED);
        return answered;
      }),
    );
  },
  ofStore(db) {
    const transaction: typeof db.transaction = (work, config) =>
      inSpan('store transaction', () => db.transaction(work, config));
    return Object.create(db, { transaction: { value: transaction } });
  },
  ofOptimisticRun: (run) => inSpan('store optimistic', run),
  ofDependencies(dependencies) {
    return { ...dependencies, acquirers: wrapAcquirers(dependencies.acquirers, inSpans) };
  },
  ofAttempt({ to, id }, send) {
    const attributes: Attributes = { ...addressOf(to), 'http.request.method': 'POST' };
    if (id !== undefined) attributes['wallet.callback_id'] = id;
    const span = tracer.startSpan('POST callback', { kind: SpanKind.CLIENT, attributes }, ROOT_CONTEXT);
    return endAfter(span, async () => {
      const answer = await send();
      if ('status' in answer) span.setAttribute('http.response.status_code', answer.status);
      const failure = 'failure' in answer ? answer.failure : String(answer.status);
      if ('failure' in answer || answer.status >= 400)
        span.setAttribute('error.type', failure).setStatus(FAILED);
      return answer;
    });
  },
};

/** The acquirer, with a span around each question. */
function inSpans(acquirer: Acquirer): Acquirer {
  return aroundQuestions(acquirer, (ask) => async (question, call) => {
    if (!isInRequest()) return ask(question, call);
    return tracer.startActiveSpan(`processor ${question.kind}`, (span) =>
      endAfter(span, async () => {
        const reply = await ask(question, call);
        span.setAttribute('wallet.processor_answer', reply.kind);
        return reply;
      }),
    );
  });
}

/** The methods that may be named; any other word is the caller's. */
const METHODS = new Set('CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT TRACE QUERY'.split(' '));

/** Without path, query and credentials: a part of an address may be a secret. */
function addressOf(url: URL): Attributes {
  return {
    'url.scheme': url.protocol.slice(0, -1),
    'server.address': url.hostname,
    'server.port': portOf(url),
  };
}

function answerOf({ route, status, errorCode, declineCode }: AnsweredRequest): Attributes {
  const attributes: Attributes = { 'http.response.status_code': status };
  if (route !== 'none') attributes['http.route'] = route;
  if (errorCode !== undefined) attributes['error.type'] = errorCode;
  if (declineCode !== undefined) attributes['wallet.decline_code'] = declineCode;
  return attributes;
}

/** The caller's span, so that a reader of both traces finds one from the other. */
function callersOf(traceparent: string | undefined): Link[] {
  const found = traceparent === undefined ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent });
  const context = trace.getSpanContext(found);
  return context ? [{ context }] : [];
}

/** False in the work of every second, whose spans would be of no interest. */
const isInRequest = () => trace.getActiveSpan() !== undefined;

function inSpan<Value>(name: string, run: () => Promise<Value>): Promise<Value> {
  return isInRequest() ? tracer.startActiveSpan(name, (span) => endAfter(span, run)) : run();
}

/** Ends the span with the work. Of an error it records the code, never the message. */
async function endAfter<Value>(span: Span, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    span.setAttribute('error.type', error instanceof ServiceError ? error.code : nameOf(error));
    if (!(error instanceof ServiceError)) span.setStatus(FAILED);
    throw error;
  } finally {
    span.end();
  }
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : typeof error);
