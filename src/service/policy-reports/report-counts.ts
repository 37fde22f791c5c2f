import { and, eq, lt, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context.ts';
import { policyReports } from '../db/tables/policy-reports.ts';
import type { ReportKind } from './read-report.ts';

/** Of kinds in the store; what is of no known kind then counts as the last. */
const MOST_KINDS = 200;
const REST: ReportKind = { page: 'other', directive: 'other', blocked: 'other' };
const LIFE_MS = 30 * 86_400_000;

/** Reports that this process has heard and not written yet, by kind: however many come, the store sees few. */
export type ReportCounts = {
  hear(kinds: readonly ReportKind[]): void;
  /** Adds what was heard to the store. Due each second. */
  write(context: ServiceContext): Promise<void>;
};

export function reportCounts(): ReportCounts {
  let heard = new Map<string, { kind: ReportKind; count: number }>();
  const hear = (kind: ReportKind) => {
    const key = JSON.stringify(kind);
    const known = heard.get(key);
    if (known) known.count += 1;
    else if (heard.size < MOST_KINDS) heard.set(key, { kind, count: 1 });
    else
      heard.set(JSON.stringify(REST), {
        kind: REST,
        count: 1 + (heard.get(JSON.stringify(REST))?.count ?? 0),
      });
  };
  return {
    hear: (kinds) => kinds.forEach(hear),
    async write(context) {
      if (heard.size === 0) return;
      const written = [...heard.values()];
      heard = new Map();
      for (const each of written) await add(context, each);
      await prune(context);
    },
  };
}

async function add({ db, clock }: ServiceContext, { kind, count }: { kind: ReportKind; count: number }) {
  const now = clock.now();
  const sum = { count: sql`${policyReports.count} + ${count}`, lastAt: now };
  const isThis = ({ page, directive, blocked }: ReportKind) =>
    and(
      eq(policyReports.page, page),
      eq(policyReports.directive, directive),
      eq(policyReports.blocked, blocked),
    );
  const known = await db.update(policyReports).set(sum).where(isThis(kind)).returning();
  if (known.length > 0) return;
  const named = (await db.$count(policyReports)) < MOST_KINDS ? kind : REST;
  await db
    .insert(policyReports)
    .values({ ...named, count, firstAt: now, lastAt: now })
    .onConflictDoUpdate({
      target: [policyReports.page, policyReports.directive, policyReports.blocked],
      set: sum,
    });
}

async function prune({ db, clock }: ServiceContext) {
  await db.delete(policyReports).where(lt(policyReports.lastAt, new Date(clock.now().getTime() - LIFE_MS)));
}
