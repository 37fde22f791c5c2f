import { and, eq, gt, sql } from 'drizzle-orm';
import { takeAdvisoryLock } from '../../../store/optimistic/advisory-lock.ts';
import { auditIntake, auditLog } from '../../tables/audit.ts';
import { systemClock } from '../clock.ts';
import type { ServiceContext } from '../runtime/context.ts';
import type { BrokenSeal } from '../runtime/in-progress.ts';
import { type Actor, recordAct } from './record-act.ts';

const ACT = 'seal.broken';
const DAY_MS = 86_400_000;
/** Rows noted at once; more are counted alone. */
const MAX_NOTED = 1000;
const THE_SERVICE: Actor = { kind: 'service', id: null, address: '' };

/** Counts the row, and keeps it for `tellBrokenSeals`: who finds it is about to raise, and to undo what it writes. */
export function noteBrokenSeal({ inProgress, metrics }: ServiceContext, broken: BrokenSeal): void {
  const { brokenSeals } = inProgress;
  const name = subjectOf(broken);
  if (brokenSeals.has(name)) return;
  metrics.sealBroken(broken.of);
  if (brokenSeals.size < MAX_NOTED) brokenSeals.set(name, broken);
}

/** Scheduled work: tells the audit log of each row that was found, once a day whatever is tried with it. */
export async function tellBrokenSeals(context: ServiceContext): Promise<void> {
  const { brokenSeals } = context.inProgress;
  for (const [name, broken] of [...brokenSeals]) {
    await tell(context, broken);
    brokenSeals.delete(name);
  }
}

async function tell(context: ServiceContext, broken: BrokenSeal): Promise<void> {
  const subject = subjectOf(broken);
  await context.db.transaction(async (db) => {
    const inside = { ...context, db };
    await takeAdvisoryLock(db, { name: `${ACT} ${subject}`, waits: true });
    if (await wasTold(inside, subject)) return;
    await recordAct(inside, THE_SERVICE, { act: ACT, accountId: broken.accountId, subject });
    context.log.error({ subject }, 'a row was changed past the service: it opens nothing');
  });
}

async function wasTold({ db }: ServiceContext, subject: string): Promise<boolean> {
  const since = new Date(systemClock.now().getTime() - DAY_MS);
  for (const table of [auditIntake, auditLog]) {
    const isSame = and(sql`${table.act} = 'seal.broken'`, eq(table.subject, subject), gt(table.at, since));
    if ((await db.$count(table, isSame)) > 0) return true;
  }
  return false;
}

function subjectOf({ of, id }: BrokenSeal): string {
  return `${of} ${id}`;
}
