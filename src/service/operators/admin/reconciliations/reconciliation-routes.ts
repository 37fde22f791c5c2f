import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import {
  MAX_REPORT_BYTES,
  type ReconcileAnswer,
  ReconcileQuery,
  type Reconciliation,
  type ReconciliationsAnswer,
} from '../../../../contract/admin/reconciliation.ts';
import type { AppContext, AppEnv } from '../../../api/http/app-env.ts';
import { decodeUtf8, readBody } from '../../../api/http/form-body.ts';
import { parseJson } from '../../../api/http/json-body.ts';
import { actorOf } from '../../../api/http/middleware/run-recorded.ts';
import { recordAct } from '../../../base/audit/record-act.ts';
import { runTransaction } from '../../../base/runtime/run-transaction.ts';
import type { Runtime } from '../../../base/runtime/runtime.ts';
import { ServiceError } from '../../../base/service-error.ts';
import { dayOf } from '../../reconcile/day.ts';
import { acquirerNames } from '../../reconcile/read-books.ts';
import { reconcileDay } from '../../reconcile/reconcile-day.ts';
import {
  listReconciliations,
  readReconciliations,
  storeReconciliation,
} from '../../reconcile/stored-reconciliations.ts';

/** Acquirers' reports beside our operations: what was found, and to compare a day now. */
export function reconciliationRoutes(runtime: Runtime): Hono<AppEnv> {
  let isRunning = false;
  const routes = new Hono<AppEnv>();
  routes.get('/reconciliations', async (c) =>
    c.json({
      status: 'OK',
      reconciliations: await listReconciliations(runtime),
      processors: [...(await acquirerNames(runtime, dayOf(runtime.clock.now())))],
    } satisfies ReconciliationsAnswer),
  );
  routes.get('/reconciliations/:day', async (c) => {
    const { day } = parseJson(ReconcileQuery, { day: c.req.param('day') });
    return c.json({
      status: 'OK',
      reconciliations: await readReconciliations(runtime, day),
    } satisfies ReconcileAnswer);
  });
  routes.post('/reconciliations', async (c) => {
    const query = parseJson(ReconcileQuery, c.req.query());
    refuseFuture(runtime, query.day);
    if (isRunning) throw new ServiceError('overloaded', 'Cannot reconcile: another day is being compared');
    isRunning = true;
    try {
      const text = await readReport(c);
      const reconciliations: Reconciliation[] = [];
      for (const processor of await processorsOf(runtime, query, text))
        reconciliations.push(await reconcileDay(runtime, { ...query, processor, text }));
      await keep(runtime, c, { query, text, reconciliations });
      return c.json({ status: 'OK', reconciliations } satisfies ReconcileAnswer);
    } finally {
      isRunning = false;
    }
  });
  return routes;
}

function refuseFuture({ clock }: Runtime, day: string) {
  if (day <= dayOf(clock.now())) return;
  throw new ServiceError('parameter_invalid', `Cannot reconcile ${day}: that day has not begun`, {
    param: 'day',
  });
}

/** The report that was given as a file; undefined where none was. */
async function readReport(c: AppContext): Promise<string | undefined> {
  const body = await readBody(c, MAX_REPORT_BYTES);
  return body.byteLength === 0 ? undefined : decodeUtf8(body);
}

async function processorsOf(
  runtime: Runtime,
  { processor, day }: ReconcileQuery,
  text: string | undefined,
): Promise<readonly string[]> {
  if (processor !== undefined) return [processor];
  const { acquirers } = runtime.dependencies;
  const names = await acquirerNames(runtime, day);
  const all = await Promise.all(names.map((name) => acquirers.named(name, runtime)));
  const able = names.filter((_, index) => (text === undefined ? all[index]?.report : all[index]?.readReport));
  if (able.length === 1 || (able.length > 0 && text === undefined)) return able;
  const found = able.length === 0 ? 'none' : able.join(', ');
  throw new ServiceError(
    'parameter_missing',
    `Cannot choose whose report it is: found ${found}, expected 'processor'`,
    { param: 'processor' },
  );
}

type Kept = {
  readonly query: ReconcileQuery;
  readonly text: string | undefined;
  readonly reconciliations: readonly Reconciliation[];
};

/** Whoever gives a file decides what is found: the audit log keeps who, and the file's digest. */
async function keep(runtime: Runtime, c: AppContext, { query, text, reconciliations }: Kept): Promise<void> {
  const digest = text === undefined ? {} : { file_sha256: createHash('sha256').update(text).digest('hex') };
  await runTransaction(runtime, async (core) => {
    for (const result of reconciliations) {
      const { processor, day, outcome, difference_count } = result;
      if (query.merchant === undefined) await storeReconciliation(core, result);
      const details = { outcome, difference_count, merchant: query.merchant ?? null, ...digest };
      await recordAct(core, actorOf(c), {
        act: 'reconciliation.run',
        subject: `${processor} ${day}`,
        details,
      });
    }
  });
}
