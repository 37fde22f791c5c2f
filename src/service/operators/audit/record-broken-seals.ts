import { and, eq, gt, sql } from 'drizzle-orm';
import { takeAdvisoryLock } from '../../../store/optimistic/advisory-lock.ts';
import { brokenSealName } from '../../base/audit/broken-seals.ts';
import { type Actor, recordAct } from '../../base/audit/record-act.ts';
import { systemClock } from '../../base/clock.ts';
import type { Core } from '../../base/runtime/core.ts';
import { runLockingTransaction } from '../../base/runtime/run-transaction.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { auditIntake, auditLog } from '../../tables/audit.ts';

const ACT = 'seal.broken';
const DAY_MS = 86_400_000;
const THE_SERVICE: Actor = { kind: 'service', id: null, address: '' };

/** Job: records each broken seal in the audit log, once a day however often it is met. */
export async function recordBrokenSeals(runtime: Runtime): Promise<void> {
  const { brokenSeals } = runtime.inProgress;
  for (const [name, seal] of [...brokenSeals]) {
    const subject = brokenSealName(seal);
    const isNew = await runLockingTransaction(runtime, async (core) => {
      await takeAdvisoryLock(core.db, { name: `${ACT} ${subject}`, waits: true });
      if (await isRecorded(core, subject)) return false;
      await recordAct(core, THE_SERVICE, { act: ACT, accountId: seal.accountId, subject });
      return true;
    });
    if (isNew) runtime.log.error({ subject }, 'a row was changed past the service: it opens nothing');
    brokenSeals.delete(name);
  }
}

async function isRecorded({ db }: Core, subject: string): Promise<boolean> {
  const since = new Date(systemClock.now().getTime() - DAY_MS);
  for (const table of [auditIntake, auditLog]) {
    const isSame = and(sql`${table.act} = 'seal.broken'`, eq(table.subject, subject), gt(table.at, since));
    if ((await db.$count(table, isSame)) > 0) return true;
  }
  return false;
}
