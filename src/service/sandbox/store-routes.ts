import { and, eq, isNotNull } from 'drizzle-orm';
import { Hono } from 'hono';
import { ClockAdvance, type ClockAnswer } from '../../contract/admin/service.ts';
import type { AppEnv } from '../api/http/app-env.ts';
import { readJson } from '../api/http/json-body.ts';
import { actorOf } from '../api/http/middleware/run-recorded.ts';
import { type Actor, recordAct } from '../base/audit/record-act.ts';
import type { Core } from '../base/runtime/core.ts';
import { runLockingTransaction } from '../base/runtime/run-transaction.ts';
import type { AdminRuntime } from '../base/runtime/runtime.ts';
import { refusePublic } from '../operators/admin/refuse-public.ts';
import { publishSessionEvent } from '../shoppers/session-events/publish-session-event.ts';
import { challenges } from '../tables/challenges.ts';
import { emptyStore } from './empty-store.ts';

/** The clock, and the store as a whole. */
export function storeRoutes(runtime: AdminRuntime): Hono<AppEnv> {
  const { clock } = runtime;
  const clockAnswer = () =>
    ({
      status: 'OK',
      now: clock.now().toISOString(),
      advanced_seconds: clock.advancedSeconds(),
    }) satisfies ClockAnswer;
  const routes = new Hono<AppEnv>();
  routes.get('/clock', async (c) => {
    await clock.refresh();
    return c.json(clockAnswer());
  });
  routes.post('/clock', async (c) => {
    // It ends others' tokens and authorisations.
    refusePublic(runtime, 'change the clock');
    const { advance_seconds } = await readJson(c, ClockAdvance);
    await clock.advance(advance_seconds, (db) =>
      recordAct({ ...runtime, db }, actorOf(c), { act: 'clock.advanced', details: { advance_seconds } }),
    );
    await publishTimeLeft(runtime);
    return c.json(clockAnswer());
  });
  routes.post('/reset', async (c) => {
    refusePublic(runtime, 'empty the store');
    await resetStore(runtime, actorOf(c));
    return c.json(clockAnswer());
  });
  return routes;
}

/** Sends each wallet the time left of its open challenge, because wallets count down by the browser's clock. */
async function publishTimeLeft(core: Core): Promise<void> {
  const { walletSessionId, operationId, status, openedAt } = challenges;
  const openedChallenges = await core.db
    .select({ walletSessionId, operationId })
    .from(challenges)
    .where(and(eq(status, 'OPEN'), isNotNull(openedAt), isNotNull(walletSessionId)));
  for (const challenge of openedChallenges) {
    await publishSessionEvent(core, { ...challenge, type: '3ds_opened' });
  }
}

async function resetStore(runtime: AdminRuntime, by: Actor): Promise<void> {
  const { clock, rowCache, requests, dependencies, faults } = runtime;
  await runLockingTransaction(runtime, (core) => emptyStore({ ...core, clock: clock.real }, by));
  // First, because an acquirer that is down empties nothing.
  faults.clear();
  await dependencies.simulatedAcquirer?.empty();
  rowCache.forget();
  requests.forget();
  await clock.refresh();
}
