import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { AlarmKind } from '../../contract/admin/page-guard.ts';
import type { PageItemKind } from '../../contract/page-guard/page-items.ts';
import { accountId } from './accounts.ts';
import { serial, timestamptz } from './columns.ts';

/** A page of a merchant that is guarded: one that reports, or that an operator has the service visit. */
export const guardedPages = pgTable(
  'guarded_pages',
  {
    id: serial('id'),
    accountId: accountId(),
    origin: text('origin').notNull(),
    /** The page by its path, `*` for a part that differs, or by the name that its tag gives it. */
    name: text('name').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** When the first of its items was approved: from then on each new one is an alarm of its own. */
    approvedAt: timestamptz('approved_at'),
    reportCount: integer('report_count').notNull().default(0),
    reportedAt: timestamptz('reported_at'),
    /** Where the service visits it; null: it does not. */
    visitAddress: text('visit_address'),
    visitDueAt: timestamptz('visit_due_at'),
    visitedAt: timestamptz('visited_at'),
    /** Why the last visit came to nothing; null if it did not. */
    visitFailure: text('visit_failure'),
  },
  (table) => [
    uniqueIndex().on(table.accountId, table.origin, table.name),
    index().on(table.visitDueAt).where(sql`${table.visitDueAt} is not null`),
  ],
);
export type GuardedPageRow = typeof guardedPages.$inferSelect;

/** What was seen on a page. A report adds rows and renews their times; only an operator approves or deletes one. */
export const pageItems = pgTable(
  'page_items',
  {
    id: serial('id'),
    pageId: integer('page_id')
      .notNull()
      .references(() => guardedPages.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<PageItemKind>().notNull(),
    place: text('place').notNull(),
    print: text('print').notNull(),
    /** When a shopper's page first and last reported it. */
    firstReportedAt: timestamptz('first_reported_at'),
    lastReportedAt: timestamptz('last_reported_at'),
    /** When a visit of the service first and last found it. */
    firstVisitedAt: timestamptz('first_visited_at'),
    lastVisitedAt: timestamptz('last_visited_at'),
    approvedAt: timestamptz('approved_at'),
    reason: text('reason'),
    /** Whether the approval is for the place, whatever it holds. */
    isOfPlace: boolean('is_of_place').notNull().default(false),
  },
  (table) => [uniqueIndex().on(table.pageId, table.kind, table.place, table.print)],
);
export type PageItemRow = typeof pageItems.$inferSelect;

/** An alarm, which is its own callback: one stays open for a page and kind until an operator closes it. */
export const pageAlarms = pgTable(
  'page_alarms',
  {
    /** The `webhook-id` of every attempt. */
    id: text('id').primaryKey(),
    accountId: accountId(),
    pageId: integer('page_id')
      .notNull()
      .references(() => guardedPages.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<AlarmKind>().notNull(),
    /** The first of what it is about, and how many there were. */
    items: jsonb('items').$type<AlarmItem[]>().notNull(),
    count: integer('count').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    changedAt: timestamptz('changed_at').notNull(),
    closedAt: timestamptz('closed_at'),
    /** When it is sent next; null: it has been, or there is no receiver. */
    dueAt: timestamptz('due_at'),
    tries: integer('tries').notNull().default(0),
    sentAt: timestamptz('sent_at'),
  },
  (table) => [
    index().on(table.accountId, table.createdAt),
    uniqueIndex('page_alarms_open').on(table.pageId, table.kind).where(sql`${table.closedAt} is null`),
    index('page_alarms_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
  ],
);
export type PageAlarmRow = typeof pageAlarms.$inferSelect;
export type AlarmItem = {
  readonly kind: PageItemKind;
  readonly place: string;
  readonly print: string;
  readonly seen_by: 'page' | 'service';
};

/** Where an account's alarms are sent. */
export const alarmReceivers = pgTable('alarm_receivers', {
  accountId: accountId().primaryKey(),
  url: text('url').notNull(),
});
