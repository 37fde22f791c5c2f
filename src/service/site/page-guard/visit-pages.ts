import { and, eq, lte } from 'drizzle-orm';
import type { PageItem } from '../../../contract/page-guard/page-items.ts';
import { runLockingTransaction } from '../../base/runtime/run-transaction.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { getFromMerchant } from '../../callbacks/egress/get-from-merchant.ts';
import { isRegisteredOrigin } from '../../shoppers/accounts/registered-origins.ts';
import { accounts } from '../../tables/accounts.ts';
import { type GuardedPageRow, guardedPages, pageItems } from '../../tables/page-guard.ts';
import { answerItems, digestOf, documentItems } from './document-items.ts';
import { raiseAlarm } from './raise-alarm.ts';
import { recordItems } from './record-items.ts';

const VISIT_EVERY_MS = 3_600_000;
const MAX_PAGE_BYTES = 2_000_000;
const MAX_FILE_BYTES = 5_000_000;
const MAX_FILES = 60;
const MAX_AT_ONCE = 3;

/** As a shopper's browser asks. */
const BROWSER = {
  'User-Agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Accept-Language': 'en',
  'Accept-Encoding': 'identity',
};
const FOR_PAGE = {
  ...BROWSER,
  Accept: 'text/html,*/*;q=0.8',
  'Sec-Fetch-Dest': 'document',
  'Sec-Fetch-Mode': 'navigate',
};
const FOR_SCRIPT = { ...BROWSER, Accept: '*/*', 'Sec-Fetch-Dest': 'script', 'Sec-Fetch-Mode': 'no-cors' };

/** Visits the pages whose time has come, each once over all processes. */
export async function visitPages(runtime: Runtime): Promise<void> {
  const { db, clock } = runtime;
  const due = await db
    .select()
    .from(guardedPages)
    .where(lte(guardedPages.visitDueAt, clock.now()))
    .orderBy(guardedPages.visitDueAt)
    .limit(MAX_AT_ONCE);
  await Promise.all(due.map((page) => visitPage(runtime, page)));
}

async function visitPage(runtime: Runtime, page: GuardedPageRow): Promise<void> {
  const { db, clock } = runtime;
  const { id, visitAddress, visitDueAt } = page;
  if (!visitAddress || !visitDueAt) return;
  const next = new Date(clock.now().getTime() + VISIT_EVERY_MS);
  const isThis = and(eq(guardedPages.id, id), eq(guardedPages.visitDueAt, visitDueAt));
  const claimed = await db
    .update(guardedPages)
    .set({ visitDueAt: next })
    .where(isThis)
    .returning({ id: guardedPages.id });
  if (claimed.length === 0) return;
  const found = await readPage(runtime, page, visitAddress);
  await runLockingTransaction(runtime, async (core) => {
    const [locked] = await core.db.select().from(guardedPages).where(eq(guardedPages.id, id)).for('update');
    if (!locked) return;
    const failure = 'failure' in found ? found.failure : null;
    await core.db
      .update(guardedPages)
      .set({ visitedAt: clock.now(), visitFailure: failure })
      .where(eq(guardedPages.id, id));
    if ('failure' in found) return;
    await tellGone(core, locked, found.items);
    await recordItems(core, locked, { seenBy: 'service', items: found.items });
  });
}

type Found = { readonly items: readonly PageItem[] } | { readonly failure: string };

async function readPage(runtime: Runtime, page: GuardedPageRow, address: string): Promise<Found> {
  const { db, egress: rules, stopping: signal } = runtime;
  const [account] = await db.select().from(accounts).where(eq(accounts.id, page.accountId));
  // An origin may have been taken off the list since.
  if (!account || !isRegisteredOrigin(account.origins, new URL(address).origin))
    return { failure: 'origin_not_registered' };
  const answer = await getFromMerchant(address, {
    rules,
    headers: FOR_PAGE,
    maxBytes: MAX_PAGE_BYTES,
    signal,
  });
  if ('failure' in answer) return answer;
  const { items, scripts } = documentItems(new TextDecoder().decode(answer.start), address);
  const approved = await approvedScripts(runtime, page);
  // A file of another origin is fetched once its script is approved: a forged page leads the service nowhere.
  const wanted = [...scripts].filter(
    ([place, script]) =>
      URL.canParse(script) &&
      (approved.has(place) || isRegisteredOrigin(account.origins, new URL(script).origin)),
  );
  const files = await Promise.all(
    wanted.slice(0, MAX_FILES).map(async ([place, script]) => {
      const file = await getFromMerchant(script, {
        rules,
        headers: FOR_SCRIPT,
        maxBytes: MAX_FILE_BYTES,
        signal,
      });
      const isRead = 'status' in file && file.status === 200 && file.whole?.isWhole;
      return isRead ? [['file', place, digestOf(new TextDecoder().decode(file.start))] as const] : [];
    }),
  );
  return { items: [...answerItems(answer.status, answer.whole?.headers ?? {}), ...items, ...files.flat()] };
}

async function approvedScripts({ db }: Runtime, { id }: GuardedPageRow): Promise<ReadonlySet<string>> {
  const rows = await db
    .select()
    .from(pageItems)
    .where(and(eq(pageItems.pageId, id), eq(pageItems.kind, 'script')));
  return new Set(rows.filter(({ approvedAt }) => approvedAt).map(({ place }) => place));
}

/** What was in every visit and must be: a header, a policy, and the guard itself. */
const mustStay = ({ kind, place }: { readonly kind: string; readonly place: string }) =>
  kind === 'header' || kind === 'policy' || (kind === 'script' && place.endsWith('/guard.js'));

/** Raises an alarm for what was approved, was there at the visit before, and is gone. */
async function tellGone(
  core: Parameters<typeof raiseAlarm>[0],
  page: GuardedPageRow,
  items: readonly PageItem[],
): Promise<void> {
  const places = new Set(items.map(([kind, place]) => `${kind} ${place}`));
  const rows = await core.db.select().from(pageItems).where(eq(pageItems.pageId, page.id));
  const gone = rows.filter(
    (row) =>
      mustStay(row) &&
      row.approvedAt &&
      row.lastVisitedAt &&
      page.visitedAt &&
      row.lastVisitedAt >= page.visitedAt &&
      !places.has(`${row.kind} ${row.place}`),
  );
  const named = gone.map(({ kind, place, print }) => ({ kind, place, print, seen_by: 'service' as const }));
  await raiseAlarm(core, page, { kind: 'gone', items: named });
}
