import { desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { AdminAlarm, AdminGuardedPage, AdminPageItem } from '../../../../contract/admin/page-guard.ts';
import type { Core } from '../../../base/runtime/core.ts';
import { ServiceError } from '../../../base/service-error.ts';
import {
  alarmReceivers,
  type GuardedPageRow,
  guardedPages,
  type PageAlarmRow,
  type PageItemRow,
  pageAlarms,
  pageItems,
} from '../../../tables/page-guard.ts';

const LISTED_ALARMS = 50;
const countOf = (text: ReturnType<typeof sql>) => sql<number>`(${text})::int`;
const counts = {
  items: countOf(sql`select count(*) from ${pageItems} where ${pageItems.pageId} = ${guardedPages.id}`),
  unapproved: countOf(
    sql`select count(*) from ${pageItems} where ${pageItems.pageId} = ${guardedPages.id} and ${pageItems.approvedAt} is null`,
  ),
  alarms: countOf(
    sql`select count(*) from ${pageAlarms} where ${pageAlarms.pageId} = ${guardedPages.id} and ${pageAlarms.closedAt} is null`,
  ),
};

/** Lists an account's pages, the first that was guarded first. */
export async function listGuardedPages({ db }: Core, accountId: number): Promise<AdminGuardedPage[]> {
  const rows = await db
    .select({ ...getTableColumns(guardedPages), ...counts })
    .from(guardedPages)
    .where(eq(guardedPages.accountId, accountId))
    .orderBy(guardedPages.id);
  return rows.map(adminPage);
}

/** The page's row. Raises `not_found`. */
export async function requireGuardedPage({ db }: Core, id: number): Promise<GuardedPageRow> {
  const [row] = await db.select().from(guardedPages).where(eq(guardedPages.id, id));
  if (row) return row;
  throw new ServiceError('not_found', 'Cannot find the page: none has this id');
}

/** A page, what is on it, and its last alarms. Raises `not_found`. */
export async function readGuardedPage(core: Core, id: number) {
  const { db } = core;
  const { accountId } = await requireGuardedPage(core, id);
  const page = (await listGuardedPages(core, accountId)).find((one) => one.id === id);
  if (!page) throw new Error(`Cannot read page ${id}: found no row, expected one`);
  const items = await db
    .select()
    .from(pageItems)
    .where(eq(pageItems.pageId, id))
    .orderBy(pageItems.kind, pageItems.place, pageItems.id);
  const alarms = await db
    .select()
    .from(pageAlarms)
    .where(eq(pageAlarms.pageId, id))
    .orderBy(desc(pageAlarms.createdAt))
    .limit(LISTED_ALARMS);
  return { page, items: items.map(adminItem), alarms: alarms.map(adminAlarm) };
}

/** Where an account's alarms are sent; null where nowhere. */
export async function readReceiver({ db }: Core, accountId: number): Promise<string | null> {
  const [receiver] = await db.select().from(alarmReceivers).where(eq(alarmReceivers.accountId, accountId));
  return receiver?.url ?? null;
}

const moment = (at: Date | null) => at?.toISOString() ?? null;

function adminPage(row: GuardedPageRow & Record<keyof typeof counts, number>): AdminGuardedPage {
  return {
    id: row.id,
    account_id: row.accountId,
    origin: row.origin,
    name: row.name,
    report_count: row.reportCount,
    reported_at: moment(row.reportedAt),
    visit_address: row.visitAddress,
    visited_at: moment(row.visitedAt),
    visit_failure: row.visitFailure,
    item_count: row.items,
    unapproved_count: row.unapproved,
    open_alarms: row.alarms,
  };
}

function adminItem(row: PageItemRow): AdminPageItem {
  return {
    id: row.id,
    kind: row.kind,
    place: row.place,
    print: row.print,
    first_reported_at: moment(row.firstReportedAt),
    last_reported_at: moment(row.lastReportedAt),
    first_visited_at: moment(row.firstVisitedAt),
    last_visited_at: moment(row.lastVisitedAt),
    approved_at: moment(row.approvedAt),
    reason: row.reason,
    is_of_place: row.isOfPlace,
  };
}

function adminAlarm(row: PageAlarmRow): AdminAlarm {
  return {
    id: row.id,
    page_id: row.pageId,
    kind: row.kind,
    items: row.items,
    count: row.count,
    created_at: row.createdAt.toISOString(),
    changed_at: row.changedAt.toISOString(),
    closed_at: moment(row.closedAt),
    sent_at: moment(row.sentAt),
  };
}
