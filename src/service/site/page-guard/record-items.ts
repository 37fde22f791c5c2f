import { eq } from 'drizzle-orm';
import type { PageItem } from '../../../contract/page-guard/page-items.ts';
import { isAnyOf } from '../../../store/any-of.ts';
import { groupBy } from '../../api/openapi/group-by.ts';
import type { Core } from '../../base/runtime/core.ts';
import { type AlarmItem, type GuardedPageRow, type PageItemRow, pageItems } from '../../tables/page-guard.ts';
import { raiseAlarm } from './raise-alarm.ts';

/** Rows of a page that only reports have made, and rows of one place. Beyond them an alarm is all that a report makes. */
const MAX_REPORTED = 300;
const MAX_OF_PLACE = 8;
/** Rows that visits have made: a page has fewer. */
const MAX_VISITED = 1_000;

type Seen = { readonly seenBy: AlarmItem['seen_by']; readonly items: readonly PageItem[] };

/**
 * Notes what was seen on a page. What nobody has approved is an alarm, once for each witness: `changed` where the place is approved
 * with something else, `new` where it is not. Nothing here approves or deletes.
 */
export async function recordItems(core: Core, page: GuardedPageRow, { seenBy, items }: Seen): Promise<void> {
  const rows = await core.db.select().from(pageItems).where(eq(pageItems.pageId, page.id));
  const inventory = openInventory(rows);
  const again: number[] = [];
  const added: (typeof pageItems.$inferInsert)[] = [];
  const alarms = { new: [] as AlarmItem[], changed: [] as AlarmItem[] };
  let isFull = false;
  for (const item of items) {
    const [kind, place, print] = item;
    const known = inventory.find(item);
    if (known) again.push(known.id);
    if (known && (known.approvedAt || seenBy === 'page' || known.firstVisitedAt)) continue;
    const approval = known ? undefined : (approvalOfOwn(core, item) ?? inventory.inheritedApproval(item));
    if (!approval)
      alarms[inventory.isPlaceApproved(item) ? 'changed' : 'new'].push({
        kind,
        place,
        print,
        seen_by: seenBy,
      });
    if (known) continue;
    const hasRoom = inventory.add(item, seenBy);
    isFull ||= !hasRoom;
    if (hasRoom) added.push({ pageId: page.id, kind, place, print, ...approval, ...timesOf(core, seenBy) });
  }
  if (added.length > 0) await core.db.insert(pageItems).values(added).onConflictDoNothing();
  await renew(core, again, rows, seenBy);
  if (isFull) await raiseAlarm(core, page, { kind: 'full', items: [] });
  if (!page.approvedAt)
    return raiseAlarm(core, page, { kind: 'page', items: [...alarms.new, ...alarms.changed] });
  for (const kind of ['new', 'changed'] as const) await raiseAlarm(core, page, { kind, items: alarms[kind] });
}

/** The wallet's own scripts, frames and listeners come when they are needed, and are of the service that keeps the inventory. */
function approvalOfOwn({ clock, config: { baseUrl } }: Core, [, place]: PageItem) {
  const isOwn = place === baseUrl || place.startsWith(`${baseUrl}/`) || place.includes(` by ${baseUrl}/`);
  return isOwn ? { approvedAt: clock.now(), reason: 'part of the wallet', isOfPlace: true } : undefined;
}

const timesOf = ({ clock }: Core, seenBy: AlarmItem['seen_by']) =>
  seenBy === 'page'
    ? { firstReportedAt: clock.now(), lastReportedAt: clock.now() }
    : { firstVisitedAt: clock.now(), lastVisitedAt: clock.now() };

async function renew(
  core: Core,
  ids: readonly number[],
  rows: readonly PageItemRow[],
  seenBy: AlarmItem['seen_by'],
): Promise<void> {
  const first = seenBy === 'page' ? 'firstReportedAt' : 'firstVisitedAt';
  const last = seenBy === 'page' ? 'lastReportedAt' : 'lastVisitedAt';
  const seen = new Set(ids);
  const now = core.clock.now();
  const isOf = (isFirst: boolean) =>
    rows.filter(({ id, [first]: at }) => seen.has(id) && (at === null) === isFirst).map(({ id }) => id);
  for (const isFirst of [true, false]) {
    const found = isOf(isFirst);
    const times = { [last]: now, ...(isFirst && { [first]: now }) };
    if (found.length > 0) await core.db.update(pageItems).set(times).where(isAnyOf(pageItems.id, found));
  }
}

/** The rows of a page, by thing and by place. */
function openInventory(rows: readonly PageItemRow[]) {
  const byItem = new Map(rows.map((row) => [`${row.kind} ${row.place} ${row.print}`, row]));
  const byPlace = groupBy(rows, ({ kind, place }) => `${kind} ${place}`);
  const sizes = new Map([...byPlace].map(([place, of]) => [place, of.length]));
  let reported = rows.filter(({ firstVisitedAt, approvedAt }) => !firstVisitedAt && !approvedAt).length;
  let visited = rows.filter(({ firstVisitedAt }) => firstVisitedAt).length;
  const ofPlace = ([kind, place]: PageItem) => byPlace.get(`${kind} ${place}`) ?? [];
  return {
    /** The row of it, or the one that is approved for its place whatever that holds. */
    find: (item: PageItem) =>
      byItem.get(item.join(' ')) ??
      ofPlace(item).find(({ isOfPlace, approvedAt }) => isOfPlace && approvedAt),
    isPlaceApproved: (item: PageItem) => ofPlace(item).some(({ approvedAt }) => approvedAt),
    /** The bytes of a script that is approved are so when they are first read. */
    inheritedApproval(item: PageItem) {
      const [kind, place] = item;
      const script = byPlace.get(`script ${place}`)?.find(({ approvedAt }) => approvedAt);
      if (kind !== 'file' || !script || ofPlace(item).length > 0) return undefined;
      return { approvedAt: script.approvedAt, reason: script.reason };
    },
    /** Whether there is room for a row of it. */
    add([kind, place]: PageItem, seenBy: AlarmItem['seen_by']): boolean {
      const of = `${kind} ${place}`;
      const size = sizes.get(of) ?? 0;
      if (size >= MAX_OF_PLACE || (seenBy === 'page' ? reported >= MAX_REPORTED : visited >= MAX_VISITED))
        return false;
      sizes.set(of, size + 1);
      if (seenBy === 'page') reported += 1;
      else visited += 1;
      return true;
    },
  };
}
