import type { TransactionalDatabase } from '../../../store/database.ts';
import type { AroundAttempt } from '../egress.ts';
import type { AnsweredRequest } from '../metrics.ts';
import type { Acquirers } from '../processor/acquirer.ts';

/** What a request's span begins with. */
type TracedRequest = {
  readonly method: string;
  readonly requestId: string;
  readonly url: string;
  /** The caller's header of this name. */
  readonly traceparent: string | undefined;
};

/** The spans that an operator's OpenTelemetry gets. They have names, codes and ids, nothing that a caller wrote. */
export type Tracing = {
  /** Runs what answers a request, and returns what that returns. */
  ofRequest(request: TracedRequest, answer: () => Promise<AnsweredRequest>): Promise<AnsweredRequest>;
  /** The store, with a span for each transaction of a request. */
  ofStore(db: TransactionalDatabase): TransactionalDatabase;
  /** Runs an optimistic transaction of a request, with a span. */
  ofOptimisticRun<Value>(run: () => Promise<Value>): Promise<Value>;
  /** The dependencies, with a span for each question to an acquirer. */
  ofDependencies<Dependencies extends { readonly acquirers: Acquirers }>(
    dependencies: Dependencies,
  ): Dependencies;
  /** Runs an attempt to deliver a callback. */
  readonly ofAttempt?: AroundAttempt;
};

/** Makes no spans. */
export const noTracing: Tracing = {
  ofRequest: (_request, answer) => answer(),
  ofStore: (db) => db,
  ofOptimisticRun: (run) => run(),
  ofDependencies: (dependencies) => dependencies,
};
