import { and, eq, isNull } from 'drizzle-orm';
import type { ApproveRequest } from '../../../../contract/admin/page-guard.ts';
import { isAnyOf } from '../../../../store/any-of.ts';
import { groupBy } from '../../../api/openapi/group-by.ts';
import type { Core } from '../../../base/runtime/core.ts';
import { ServiceError } from '../../../base/service-error.ts';
import { type GuardedPageRow, guardedPages, pageAlarms, pageItems } from '../../../tables/page-guard.ts';

/**
 * Approves what is on a page, with the operator's reason. A place of which several things are approved at first is approved whatever
 * it holds, as is one that the operator says so of. What was reported of it meanwhile, and is not among the items, does not make it
 * one. Where nothing is left to approve, the page's alarms are closed.
 */
export async function approveItems(
  { db, clock }: Core,
  page: GuardedPageRow,
  { items, reason, of_place: isOfPlace = false }: ApproveRequest,
): Promise<number> {
  const rows = await db.select().from(pageItems).where(eq(pageItems.pageId, page.id)).for('update');
  const wanted = items ? rows.filter(({ id }) => items.includes(id)) : rows.filter((row) => !row.approvedAt);
  if (items && wanted.length < items.length)
    throw new ServiceError('not_found', 'Cannot approve this: the page has no such item');
  const sizes = groupBy(wanted, ({ kind, place }) => `${kind} ${place}`);
  const differs = ({ kind, place }: (typeof rows)[number]) =>
    (sizes.get(`${kind} ${place}`)?.length ?? 0) > 1;
  const now = clock.now();
  for (const ofPlace of [true, false]) {
    const ids = wanted
      .filter((row) => (isOfPlace || (!page.approvedAt && differs(row))) === ofPlace)
      .map(({ id }) => id);
    if (ids.length === 0) continue;
    const approval = { approvedAt: now, reason, isOfPlace: ofPlace };
    await db.update(pageItems).set(approval).where(isAnyOf(pageItems.id, ids));
  }
  if (wanted.length > 0)
    await db
      .update(guardedPages)
      .set({ approvedAt: now })
      .where(and(eq(guardedPages.id, page.id), isNull(guardedPages.approvedAt)));
  const left = await db.$count(pageItems, and(eq(pageItems.pageId, page.id), isNull(pageItems.approvedAt)));
  if (left === 0) await closeAlarms({ db, clock }, page.id);
  return wanted.length;
}

/** Closes the open alarms of a page; what comes then is another one. */
export async function closeAlarms({ db, clock }: Pick<Core, 'db' | 'clock'>, pageId: number): Promise<void> {
  const isOpen = and(eq(pageAlarms.pageId, pageId), isNull(pageAlarms.closedAt));
  await db.update(pageAlarms).set({ closedAt: clock.now(), dueAt: null }).where(isOpen);
}
