import type {
  AdminAlarm,
  AdminGuardedPage,
  AdminPageItem,
  GuardedPageAnswer,
  GuardedPagesAnswer,
} from '../../../../contract/admin/page-guard.ts';
import { tableText } from './table-text.ts';

export function pagesText({ pages, receiver }: GuardedPagesAnswer, isJson: boolean): string {
  if (isJson) return JSON.stringify(pages, null, 2);
  if (pages.length === 0) return 'No page is guarded: docs/page-guard.md says how one is';
  const rows = pages.map((page) => [
    `${page.id}`,
    `${page.origin}  ${page.name}`,
    `${page.report_count}`,
    page.reported_at ?? 'never',
    visitText(page),
    `${page.unapproved_count} of ${page.item_count}`,
    `${page.open_alarms}`,
  ]);
  const head = ['PAGE', 'OF', 'REPORTS', 'THE LAST (UTC)', 'VISITED (UTC)', 'NOT APPROVED', 'ALARMS'];
  return `${tableText([head, ...rows])}\nAlarms are sent ${receiver ? `to ${receiver}` : 'nowhere'}`;
}

function visitText({ visit_address, visited_at, visit_failure }: AdminGuardedPage): string {
  if (visit_address === null) return 'not wanted';
  if (visited_at === null) return 'not yet';
  return visit_failure === null ? visited_at : `${visited_at}, failed: ${visit_failure}`;
}

export function alarmText({ id, origin, name }: AdminGuardedPage, alarm: AdminAlarm): string {
  const { kind, created_at, count, items } = alarm;
  const left = count - items.length;
  return [
    `${kind.toUpperCase()}  page ${id}: ${origin}  ${name}  since ${created_at}`,
    ...items.map((item) => `  ${item.kind}  ${item.place}  (seen by the ${item.seen_by})`),
    ...(left > 0 ? [`  and ${left} more`] : []),
  ].join('\n');
}

export function inventoryText({ page, items, alarms }: GuardedPageAnswer): string {
  const open = alarms.filter(({ closed_at }) => closed_at === null);
  const waiting = items.filter(({ approved_at }) => approved_at === null);
  const numbers = waiting.map(({ id }) => id);
  return [
    `Page ${page.id}: ${page.origin}  ${page.name}, ${page.report_count} reports, ${open.length} open alarms`,
    ...open.map((alarm) => alarmText(page, alarm)),
    tableText([['ITEM', 'KIND', 'FIRST SEEN (UTC)', 'BY', 'DIGEST', 'PLACE', 'WHY'], ...items.map(itemRow)]),
    waiting.length === 0
      ? 'All of it is approved'
      : `Approve all that waits here: guard approve ${page.id} --items ${Math.min(...numbers)}-${Math.max(...numbers)} --reason <text>`,
  ].join('\n\n');
}

function itemRow(item: AdminPageItem): string[] {
  const { first_reported_at: reported, first_visited_at: visited } = item;
  const first = [reported, visited].filter((at) => at !== null).toSorted()[0] ?? '';
  const by = reported && visited ? 'both' : reported ? 'page' : 'service';
  const reason = item.approved_at === null ? 'NOT APPROVED' : (item.reason ?? '');
  const digest = item.is_of_place ? 'any' : item.print.slice(0, 10);
  return [`${item.id}`, item.kind, first, by, digest, item.place, reason];
}
