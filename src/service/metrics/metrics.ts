import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../../store/database.ts';
import type { Clock } from '../base/clock.ts';
import { storeGauges } from './store-gauges.ts';

/** What one answer adds; `route` is the pattern, so that no id gets into a label. */
export type Answered = {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  /** Why it was refused. */
  readonly errorCode?: string | undefined;
  readonly declineCode?: string | undefined;
};

/** What a billing came to, in the words of its answer. */
type Billed = { readonly method: string; readonly status: string };

export type Metrics = {
  /** Counts a request as open until what it returns is called. */
  begin(): (answered: Answered) => void;
  /** Counts a billing by its method and what it came to. */
  billed(billing: Billed): void;
  /** The metrics in Prometheus's text format. */
  text(): Promise<string>;
};

/** What the service measures of itself. The store is asked when somebody reads. */
export function openMetrics(store: { readonly db: Database; readonly clock: Clock }): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const readStore = storeGauges(register, store);
  const open = new Gauge({ name: 'wallet_open_requests', help: 'Requests without an answer yet', registers });
  const answers = new Histogram({
    name: 'wallet_request_duration_seconds',
    help: 'Time from request to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const refusals = new Counter({
    name: 'wallet_refusals_total',
    help: 'Requests that were refused, by route, error code and decline code',
    labelNames: ['route', 'code', 'decline_code'],
    registers,
  });
  const billings = new Counter({
    name: 'wallet_billings_total',
    help: 'Billings that were answered, by method and status',
    labelNames: ['method', 'status'],
    registers,
  });
  return {
    begin() {
      open.inc();
      return ({ method, route, status, milliseconds, errorCode, declineCode }) => {
        open.dec();
        answers.observe({ method, route, status }, milliseconds / 1000);
        if (errorCode !== undefined)
          refusals.inc({ route, code: errorCode, decline_code: declineCode ?? '' });
      };
    },
    billed: (billing) => billings.inc(billing),
    async text() {
      await readStore();
      return register.metrics();
    },
  };
}
