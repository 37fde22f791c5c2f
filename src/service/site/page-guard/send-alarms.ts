import { and, eq, lte } from 'drizzle-orm';
import { systemClock } from '../../base/clock.ts';
import type { RetryProfile } from '../../base/config.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { signedHeaders } from '../../callbacks/attempt-callback.ts';
import { postToMerchant } from '../../callbacks/egress/post-to-merchant.ts';
import { retryDelay } from '../../callbacks/retry-schedule.ts';
import { accounts } from '../../tables/accounts.ts';
import { alarmReceivers, guardedPages, pageAlarms } from '../../tables/page-guard.ts';

/** Longer than any attempt: after it the sender is presumed dead. */
const SENDING_LEASE_MS = 20_000;
const MAX_AT_ONCE = 5;

/** Sends alarms that are due, signed as callbacks are and under the same rules, until the receiver answers 2xx. */
export function createAlarmJob(profile: RetryProfile) {
  return async (runtime: Runtime): Promise<void> => {
    const { db, clock } = runtime;
    const due = await db
      .select()
      .from(pageAlarms)
      .innerJoin(guardedPages, eq(guardedPages.id, pageAlarms.pageId))
      .innerJoin(accounts, eq(accounts.id, pageAlarms.accountId))
      .innerJoin(alarmReceivers, eq(alarmReceivers.accountId, pageAlarms.accountId))
      .where(lte(pageAlarms.dueAt, clock.now()))
      .orderBy(pageAlarms.dueAt)
      .limit(MAX_AT_ONCE);
    await Promise.all(due.map((each) => sendOne(runtime, profile, each)));
  };
}

type Due = {
  readonly page_alarms: typeof pageAlarms.$inferSelect;
  readonly guarded_pages: typeof guardedPages.$inferSelect;
  readonly accounts: typeof accounts.$inferSelect;
  readonly alarm_receivers: typeof alarmReceivers.$inferSelect;
};

async function sendOne(runtime: Runtime, profile: RetryProfile, due: Due): Promise<void> {
  const { db, clock, egress, stopping } = runtime;
  const { page_alarms: alarm, guarded_pages: page, accounts: account, alarm_receivers: receiver } = due;
  if (!alarm.dueAt) return;
  const leasedUntil = new Date(clock.now().getTime() + SENDING_LEASE_MS);
  const isThis = and(eq(pageAlarms.id, alarm.id), eq(pageAlarms.dueAt, alarm.dueAt));
  // Another process may have taken it, or something been added to it.
  const claimed = await db
    .update(pageAlarms)
    .set({ dueAt: leasedUntil })
    .where(isThis)
    .returning({ id: pageAlarms.id });
  if (claimed.length === 0) return;
  const body = JSON.stringify(alarmBody(alarm, page));
  const headers = signedHeaders(runtime, { id: alarm.id, body, account, at: systemClock.now() });
  const answer = await postToMerchant(receiver.url, {
    rules: egress,
    headers,
    body,
    signal: stopping,
    attemptMs: 15_000,
  });
  const isDone =
    'status' in answer && ((answer.status >= 200 && answer.status < 300) || answer.status === 410);
  const tries = alarm.tries + 1;
  const delay = isDone ? undefined : retryDelay(profile, tries, Math.random);
  await db
    .update(pageAlarms)
    .set({
      tries,
      dueAt: delay === undefined ? null : new Date(clock.now().getTime() + delay),
      ...(isDone && { sentAt: clock.now() }),
    })
    .where(and(eq(pageAlarms.id, alarm.id), eq(pageAlarms.dueAt, leasedUntil)));
}

/** What the receiver gets: `page_alarm`, beside the `transaction` of other callbacks. */
function alarmBody(alarm: Due['page_alarms'], page: Due['guarded_pages']) {
  return {
    page_alarm: {
      id: alarm.id,
      kind: alarm.kind,
      origin: page.origin,
      page: page.name,
      items: alarm.items,
      count: alarm.count,
      created_at: alarm.createdAt.toISOString(),
    },
  };
}
