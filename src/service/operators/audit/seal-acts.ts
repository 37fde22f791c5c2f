import { inArray } from 'drizzle-orm';
import { CHAIN_START, type ChainEnd, headMac, linkHash } from '../../base/audit/audit-chain.ts';
import { equalDigests } from '../../base/keys/master-key.ts';
import type { Core } from '../../base/runtime/core.ts';
import { runLockingTransaction } from '../../base/runtime/run-transaction.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { auditHead, auditIntake, auditLog } from '../../tables/audit.ts';
import { readWaitingActs, refusedActs, type WaitingAct } from './waiting-acts.ts';

const BATCH = 500;

/**
 * Moves recorded acts to the end of the chain, in the order of recording. An act that is refused stays and stops nothing.
 * One process seals at a time, outside the acts' own transactions, so that these need not wait for each other.
 */
export async function sealActs(runtime: Runtime): Promise<void> {
  let after: number | undefined;
  while ((await readWaitingActs(runtime, { after, limit: 1 })).length > 0) {
    after = await sealBatch(runtime, after);
    if (after === undefined) return;
  }
}

/** Returns the number of the batch's last act; undefined if none waits after it. */
async function sealBatch(runtime: Runtime, after: number | undefined): Promise<number | undefined> {
  return runLockingTransaction(runtime, async (core) => {
    const end = await lockEnd(core);
    const waitingActs = await readWaitingActs(core, { after, limit: BATCH });
    const refusedNumbers = await refusedActs(core, waitingActs);
    logRefused(
      runtime,
      waitingActs.filter(({ intakeSeq }) => refusedNumbers.has(intakeSeq)),
    );
    await chain(core, { end, acts: waitingActs.filter(({ intakeSeq }) => !refusedNumbers.has(intakeSeq)) });
    return waitingActs.length === BATCH ? waitingActs.at(-1)?.intakeSeq : undefined;
  });
}

/** Logs each act once: it is refused again whenever this runs, which is each second. */
function logRefused({ log, inProgress: { loggedRefusals } }: Runtime, acts: readonly WaitingAct[]) {
  const newActs = acts.filter(({ intakeSeq }) => !loggedRefusals.has(intakeSeq));
  const [first] = newActs;
  if (!first) return;
  for (const { intakeSeq } of newActs) loggedRefusals.add(intakeSeq);
  log.error({ actId: first.id, count: newActs.length }, 'acts were not chained');
}

type ChainLinks = { readonly end: ChainEnd; readonly acts: readonly WaitingAct[] };

async function chain(core: Core, { end: before, acts }: ChainLinks): Promise<void> {
  if (acts.length === 0) return;
  const { db } = core;
  let end = before;
  const links = acts.map(({ intakeSeq: _, ...act }) => {
    end = { seq: end.seq + 1, hash: linkHash(core, end, act.mac) };
    return { ...act, ...end };
  });
  const chainedNumbers = acts.map(({ intakeSeq }) => intakeSeq);
  await db.delete(auditIntake).where(inArray(auditIntake.intakeSeq, chainedNumbers));
  await db.insert(auditLog).values(links);
  await db.update(auditHead).set({ ...end, mac: headMac(core, end) });
}

/**
 * Leaves a changed head as it is, for `verifyChain` to find: sealing further acts onto it would hide what is missing.
 */
async function lockEnd(core: Core): Promise<ChainEnd> {
  const first = { ...CHAIN_START, mac: headMac(core, CHAIN_START) };
  await core.db.insert(auditHead).values(first).onConflictDoNothing();
  const [head] = await core.db.select().from(auditHead).for('update');
  if (head && equalDigests(head.mac, headMac(core, head))) return head;
  throw new Error('Cannot add to the audit log: its head was changed, expected the one last written');
}
