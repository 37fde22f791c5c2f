import { asc, inArray } from 'drizzle-orm';
import type { ServiceContext } from '../context.ts';
import { auditHead, auditIntake, auditLog } from '../db/tables/audit.ts';
import { equalDigests } from '../keys/master-key.ts';
import { CHAIN_START, type ChainEnd, headMac, linkHash } from './audit-chain.ts';

const BATCH = 500;

/**
 * Moves what was recorded to the end of the chain, in the order of recording. One process at a time, and never inside
 * the acts' own transactions: they need not wait for each other.
 */
export async function sealActs(context: ServiceContext): Promise<void> {
  let sealed = BATCH;
  while (sealed === BATCH && (await isWaiting(context))) sealed = await sealBatch(context);
}

async function isWaiting({ db }: ServiceContext): Promise<boolean> {
  const rows = await db.select({ place: auditIntake.place }).from(auditIntake).limit(1);
  return rows.length > 0;
}

async function sealBatch(context: ServiceContext): Promise<number> {
  return context.db.transaction(async (db) => {
    const inside = { ...context, db };
    let end = await lockEnd(inside);
    const places = db
      .select({ place: auditIntake.place })
      .from(auditIntake)
      .orderBy(asc(auditIntake.place))
      .limit(BATCH);
    const taken = await db.delete(auditIntake).where(inArray(auditIntake.place, places)).returning();
    const links = taken
      .toSorted((one, other) => one.place - other.place)
      .map(({ place: _, ...act }) => {
        end = { seq: end.seq + 1, hash: linkHash(context, end, act.mac) };
        return { ...act, ...end };
      });
    if (links.length === 0) return 0;
    await db.insert(auditLog).values(links);
    await db.update(auditHead).set({ ...end, mac: headMac(context, end) });
    return links.length;
  });
}

/** A head that was changed is left as it is, for `verifyChain` to find: to go on from it would hide what is missing. */
async function lockEnd(inside: ServiceContext): Promise<ChainEnd> {
  const first = { ...CHAIN_START, mac: headMac(inside, CHAIN_START) };
  await inside.db.insert(auditHead).values(first).onConflictDoNothing();
  const [head] = await inside.db.select().from(auditHead).for('update');
  if (head && equalDigests(head.mac, headMac(inside, head))) return head;
  throw new Error('Cannot add to the audit log: its head was changed, expected the one last written');
}
