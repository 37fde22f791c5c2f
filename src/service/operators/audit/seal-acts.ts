import { inArray } from 'drizzle-orm';
import { CHAIN_START, type ChainEnd, headMac, linkHash } from '../../base/audit/audit-chain.ts';
import { equalDigests } from '../../base/keys/master-key.ts';
import type { ServiceContext } from '../../base/runtime/context.ts';
import { auditHead, auditIntake, auditLog } from '../../tables/audit.ts';
import { readWaitingActs, refusedActs, type WaitingAct } from './waiting-acts.ts';

const BATCH = 500;

/**
 * Moves recorded acts to the end of the chain, in the order of recording. An act that is refused stays and stops nothing.
 * One process seals at a time, outside the acts' own transactions, so that these need not wait for each other.
 */
export async function sealActs(context: ServiceContext): Promise<void> {
  let after: number | undefined;
  while ((await readWaitingActs(context, { after, limit: 1 })).length > 0) {
    after = await sealBatch(context, after);
    if (after === undefined) return;
  }
}

/** Returns the number after which more may wait. */
async function sealBatch(context: ServiceContext, after: number | undefined): Promise<number | undefined> {
  return context.db.transaction(async (db) => {
    const inside = { ...context, db };
    const end = await lockEnd(inside);
    const waiting = await readWaitingActs(inside, { after, limit: BATCH });
    const refused = await refusedActs(inside, waiting);
    const [first] = waiting.filter(({ intakeSeq }) => refused.has(intakeSeq));
    if (first) context.log.error({ actId: first.id, count: refused.size }, 'acts were not chained');
    await chain(inside, { end, acts: waiting.filter(({ intakeSeq }) => !refused.has(intakeSeq)) });
    return waiting.length === BATCH ? waiting.at(-1)?.intakeSeq : undefined;
  });
}

type ChainInput = { readonly end: ChainEnd; readonly acts: readonly WaitingAct[] };

async function chain(inside: ServiceContext, { end: before, acts }: ChainInput): Promise<void> {
  if (acts.length === 0) return;
  const { db } = inside;
  let end = before;
  const links = acts.map(({ intakeSeq: _, ...act }) => {
    end = { seq: end.seq + 1, hash: linkHash(inside, end, act.mac) };
    return { ...act, ...end };
  });
  const sealed = acts.map(({ intakeSeq }) => intakeSeq);
  await db.delete(auditIntake).where(inArray(auditIntake.intakeSeq, sealed));
  await db.insert(auditLog).values(links);
  await db.update(auditHead).set({ ...end, mac: headMac(inside, end) });
}

/** Leaves a changed head as it is, for `verifyChain` to find: sealing on from it would hide what is missing. */
async function lockEnd(inside: ServiceContext): Promise<ChainEnd> {
  const first = { ...CHAIN_START, mac: headMac(inside, CHAIN_START) };
  await inside.db.insert(auditHead).values(first).onConflictDoNothing();
  const [head] = await inside.db.select().from(auditHead).for('update');
  if (head && equalDigests(head.mac, headMac(inside, head))) return head;
  throw new Error('Cannot add to the audit log: its head was changed, expected the one last written');
}
