import { and, eq, sql } from 'drizzle-orm';
import type { Core } from '../../base/runtime/core.ts';
import { type GuardedPageRow, guardedPages } from '../../tables/page-guard.ts';

/** Of an account: reports of further pages are dropped. An operator may add some beyond. */
export const MAX_REPORTED_PAGES = 100;
export const MAX_PAGES = 200;

type PageKey = Pick<GuardedPageRow, 'accountId' | 'origin' | 'name'>;
type Wanted = PageKey & {
  /** How many pages the account may have, for one more. */
  readonly most: number;
};

/** The page, locked; undefined where it is new and the account has `most` already. */
export async function findOrAddPage(
  { db, clock }: Core,
  { most, ...key }: Wanted,
): Promise<GuardedPageRow | undefined> {
  const isThis = and(
    eq(guardedPages.accountId, key.accountId),
    eq(guardedPages.origin, key.origin),
    eq(guardedPages.name, key.name),
  );
  const find = async () => (await db.select().from(guardedPages).where(isThis).for('update'))[0];
  const found = await find();
  if (found) return found;
  if ((await db.$count(guardedPages, eq(guardedPages.accountId, key.accountId))) >= most) return undefined;
  await db
    .insert(guardedPages)
    .values({ ...key, createdAt: clock.now() })
    .onConflictDoNothing();
  return find();
}

/** Notes that the page has reported, so that its silence can be told. */
export async function countReports(
  { db, clock }: Core,
  { id }: GuardedPageRow,
  count: number,
): Promise<void> {
  const sum = { reportCount: sql`${guardedPages.reportCount} + ${count}`, reportedAt: clock.now() };
  await db.update(guardedPages).set(sum).where(eq(guardedPages.id, id));
}
