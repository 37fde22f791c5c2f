import { and, eq, like, lt, sql } from 'drizzle-orm';
import type { Core } from '../../base/runtime/core.ts';
import { policyReports } from '../../tables/policy-reports.ts';
import { namesOrigin, type ReportKind } from './read-report.ts';

/** The most origins stored per page. Beyond them a report counts only by page and directive. */
const MAX_ORIGINS = 50;
const LIFE_MS = 30 * 86_400_000;

/** Reports that this process has counted and not yet written, by kind: however many come, the store sees few. */
export type ReportCounts = {
  count(kinds: readonly ReportKind[]): void;
  /** Adds what was counted to the store. Due each second. */
  write(core: Core): Promise<void>;
};

export function reportCounts(): ReportCounts {
  const counts = new Map<string, { kind: ReportKind; count: number }>();
  const add = (kind: ReportKind, count: number) => {
    const key = JSON.stringify(kind);
    counts.set(key, { kind, count: count + (counts.get(key)?.count ?? 0) });
  };
  const originsOf = (page: string) =>
    [...counts.values()].filter(({ kind }) => kind.page === page && namesOrigin(kind)).length;
  const count = (kind: ReportKind) => {
    const isTaken = counts.has(JSON.stringify(kind)) || !namesOrigin(kind);
    add(isTaken || originsOf(kind.page) < MAX_ORIGINS ? kind : withoutOrigin(kind), 1);
  };
  return {
    count: (kinds) => kinds.forEach(count),
    async write(context) {
      if (counts.size === 0) return;
      for (const key of [...counts.keys()]) {
        const counted = counts.get(key);
        // Taken out at once, so that reports that come meanwhile count anew.
        if (!counted || !counts.delete(key)) continue;
        await store(context, counted).catch((error: unknown) => {
          add(counted.kind, counted.count);
          throw error;
        });
      }
      await prune(context);
    },
  };
}

async function store({ db, clock }: Core, { kind, count }: { kind: ReportKind; count: number }) {
  const now = clock.now();
  const sum = { count: sql`${policyReports.count} + ${count}`, lastAt: now };
  const isThis = ({ page, directive, blocked }: ReportKind) =>
    and(
      eq(policyReports.page, page),
      eq(policyReports.directive, directive),
      eq(policyReports.blocked, blocked),
    );
  const updatedRows = await db.update(policyReports).set(sum).where(isThis(kind)).returning();
  if (updatedRows.length > 0) return;
  const origins = and(eq(policyReports.page, kind.page), like(policyReports.blocked, '%://%'));
  const isTaken = !namesOrigin(kind) || (await db.$count(policyReports, origins)) < MAX_ORIGINS;
  const storedKind = isTaken ? kind : withoutOrigin(kind);
  await db
    .insert(policyReports)
    .values({ ...storedKind, count, firstAt: now, lastAt: now })
    .onConflictDoUpdate({
      target: [policyReports.page, policyReports.directive, policyReports.blocked],
      set: sum,
    });
}

const withoutOrigin = (kind: ReportKind): ReportKind => ({ ...kind, blocked: 'other' });

async function prune({ db, clock }: Core) {
  await db.delete(policyReports).where(lt(policyReports.lastAt, new Date(clock.now().getTime() - LIFE_MS)));
}
