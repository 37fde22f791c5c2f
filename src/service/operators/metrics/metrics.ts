import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { ALARM_KINDS } from '../../../contract/admin/page-guard.ts';
import type { Database } from '../../../store/database.ts';
import type { ConnectionCounts } from '../../../store/engine.ts';
import type { Clock } from '../../base/clock.ts';
import { type Metrics, SEALED_THINGS } from '../../base/metrics.ts';
import type { CallbackRow } from '../../tables/callbacks.ts';
import { pageGuardGauges } from './page-guard-gauges.ts';
import { storeGauges } from './store-gauges.ts';

type MetricsOptions = {
  readonly db: Database;
  readonly clock: Clock;
  /** How many listeners wait for events. */
  readonly openStreams: () => number;
  /** How many questions to acquirers are under way. Default: none can be. */
  readonly openQuestions?: () => number;
  /** How often the connection that listens to the database was lost. Default: never. */
  readonly listenerLosses?: () => number;
  /** What the connections to a database server do. Default: there are none, as in the embedded store. */
  readonly connectionCounts?: (() => ConnectionCounts) | undefined;
  /** How many seconds the machine's clock is ahead of the store's. */
  readonly machineAheadSeconds: () => number;
};

/** What the service measures of itself. Store and streams are read for each scrape. */
export function openMetrics(options: MetricsOptions): Metrics {
  const { db, clock } = options;
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const readStore = storeGauges(register, { db, clock });
  const readPageGuard = pageGuardGauges(register, db);
  gaugesOfProcess(register, options);
  if (options.connectionCounts) gaugesOfConnections(register, options.connectionCounts);
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
  const endCounters = countersOfEnds(register);
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
    challengeEnded: (status) => endCounters.challenges.inc({ end: status.toLowerCase() }),
    pageAlarmed: (kind) => endCounters.pageAlarms.inc({ kind }),
    sealBroken: (of) => endCounters.brokenSeals.inc({ of }),
    callbackAttempted: (status) => endCounters.callbacks.inc({ outcome: OUTCOMES[status] }),
    async text() {
      await Promise.all([readStore(), readPageGuard()]);
      return register.metrics();
    },
  };
}

/** What this process knows without asking the store. */
function gaugesOfProcess(register: Registry, options: MetricsOptions) {
  const { openStreams, openQuestions = () => 0, listenerLosses = () => 0, machineAheadSeconds } = options;
  const registers = [register];
  new Gauge({
    name: 'wallet_open_streams',
    help: 'Wallets that wait for what happens in their session',
    registers,
    collect() {
      this.set(openStreams());
    },
  });
  new Gauge({
    name: 'wallet_acquirer_questions',
    help: 'Questions that wait for an acquirer',
    registers,
    collect() {
      this.set(openQuestions());
    },
  });
  new Gauge({
    name: 'wallet_clock_offset_seconds',
    help: "How far this machine's clock is ahead of the database's, whose time counts",
    registers,
    collect() {
      this.set(machineAheadSeconds());
    },
  });
  new Counter({
    name: 'wallet_listener_losses_total',
    help: 'Losses of the connection by which processes tell one another what has happened',
    registers,
    collect() {
      this.reset();
      this.inc(listenerLosses());
    },
  });
}

function gaugesOfConnections(register: Registry, counts: () => ConnectionCounts) {
  const registers = [register];
  new Gauge({
    name: 'wallet_store_connections',
    help: 'Connections of this process to the database: busy, idle, unanswered (the server works on, nobody waits)',
    labelNames: ['state'],
    registers,
    collect() {
      const { waiting: _, ...states } = counts();
      for (const [state, count] of Object.entries(states)) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'wallet_store_waits',
    help: 'What waits for a free connection to the database',
    registers,
    collect() {
      this.set(counts().waiting);
    },
  });
}

/** The result of an attempt for its callback: delivered, to be retried, refused for ever (410), or given up. */
const OUTCOMES = {
  delivered: 'delivered',
  waiting: 'retried',
  sending: 'retried',
  stopped: 'stopped',
  exhausted: 'given_up',
} as const satisfies Record<CallbackRow['status'], string>;

/** Every outcome is 0 from the start, so that an alert sees the first increase. */
function countersOfEnds(register: Registry) {
  const registers = [register];
  const challenges = new Counter({
    name: 'wallet_challenge_ends_total',
    help: 'Challenges that ended, by how: passed, failed, cancelled, voided, timed_out',
    labelNames: ['end'],
    registers,
  });
  const callbacks = new Counter({
    name: 'wallet_callback_attempts_total',
    help: 'Attempts to deliver a callback, by what became of it: delivered, retried, stopped, given_up',
    labelNames: ['outcome'],
    registers,
  });
  const brokenSeals = new Counter({
    name: 'wallet_broken_seals_total',
    help: 'Rows found changed past the service, which open nothing, by kind',
    labelNames: ['of'],
    registers,
  });
  const pageAlarms = new Counter({
    name: 'wallet_page_alarms_total',
    help: 'Alarms of the page guard, by kind: page, new, changed, gone, silent, full',
    labelNames: ['kind'],
    registers,
  });
  for (const kind of ALARM_KINDS) pageAlarms.inc({ kind }, 0);
  for (const of of SEALED_THINGS) brokenSeals.inc({ of }, 0);
  for (const end of ['passed', 'failed', 'cancelled', 'voided', 'timed_out']) challenges.inc({ end }, 0);
  for (const outcome of Object.values(OUTCOMES)) callbacks.inc({ outcome }, 0);
  return { challenges, callbacks, brokenSeals, pageAlarms };
}
