import { asc, gt, inArray } from 'drizzle-orm';
import { actMac } from '../../base/audit/audit-chain.ts';
import { equalDigests } from '../../base/keys/master-key.ts';
import type { Core } from '../../base/runtime/core.ts';
import { auditIntake, auditLog } from '../../tables/audit.ts';

export type WaitingAct = typeof auditIntake.$inferSelect;

type WaitingActsQuery = { readonly after: number | undefined; readonly limit: number };

/** Acts recorded after a number, in the order of recording; from the first act where the number is undefined. */
export function readWaitingActs({ db }: Core, { after, limit }: WaitingActsQuery): Promise<WaitingAct[]> {
  return db
    .select()
    .from(auditIntake)
    .where(after === undefined ? undefined : gt(auditIntake.intakeSeq, after))
    .orderBy(asc(auditIntake.intakeSeq))
    .limit(limit);
}

/** Intake numbers of acts that the chain refuses: edited, made up, or copies of an act already in it. */
export async function refusedActs(core: Core, acts: readonly WaitingAct[]): Promise<ReadonlySet<number>> {
  const ids = acts.map(({ id }) => id);
  const chainedActs = await core.db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(inArray(auditLog.id, ids));
  const chainedIds = new Set(chainedActs.map(({ id }) => id));
  const invalidActs = acts.filter(
    (act) => chainedIds.has(act.id) || !equalDigests(act.mac, actMac(core, act)),
  );
  return new Set(invalidActs.map(({ intakeSeq }) => intakeSeq));
}
