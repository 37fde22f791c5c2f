import { and, eq, isNull } from 'drizzle-orm';
import type { AlarmKind } from '../../../contract/admin/page-guard.ts';
import type { Core } from '../../base/runtime/core.ts';
import { ulid } from '../../base/ulid.ts';
import { type AlarmItem, alarmReceivers, type GuardedPageRow, pageAlarms } from '../../tables/page-guard.ts';

const MAX_NAMED = 50;
/** An open alarm to which something was added is sent again, but not sooner. */
const AGAIN_MS = 3_600_000;

type NewAlarm = { readonly kind: AlarmKind; readonly items: readonly AlarmItem[] };

/**
 * Raises an alarm, or adds to the one of its kind that is open: what anybody can cause are few callbacks, and the inspector names
 * all that it is about. Of `full` and `silent` a second one adds nothing.
 */
export async function raiseAlarm(core: Core, page: GuardedPageRow, { kind, items }: NewAlarm): Promise<void> {
  const isBare = kind === 'full' || kind === 'silent';
  if (items.length === 0 && !isBare) return;
  const { db, clock, metrics } = core;
  const now = clock.now();
  const isThis = and(eq(pageAlarms.pageId, page.id), eq(pageAlarms.kind, kind), isNull(pageAlarms.closedAt));
  const [open] = await db.select().from(pageAlarms).where(isThis).for('update');
  if (open && isBare) return;
  const [receiver] = await db
    .select()
    .from(alarmReceivers)
    .where(eq(alarmReceivers.accountId, page.accountId));
  const dueFrom = (at: Date) => (receiver ? at : null);
  metrics.pageAlarmed(kind);
  if (open) {
    const known = new Set(open.items.map((item) => JSON.stringify(item)));
    const added = items.filter((item) => !known.has(JSON.stringify(item)));
    if (added.length === 0) return;
    const notBefore = open.sentAt ? open.sentAt.getTime() + AGAIN_MS : 0;
    await db
      .update(pageAlarms)
      .set({
        items: [...open.items, ...added].slice(0, MAX_NAMED),
        count: open.count + added.length,
        changedAt: now,
        tries: 0,
        dueAt: dueFrom(new Date(Math.max(now.getTime(), notBefore))),
      })
      .where(isThis);
    return;
  }
  await db.insert(pageAlarms).values({
    id: `msg_${ulid(now)}`,
    accountId: page.accountId,
    pageId: page.id,
    kind,
    items: items.slice(0, MAX_NAMED),
    count: items.length,
    createdAt: now,
    changedAt: now,
    dueAt: dueFrom(now),
  });
}
