import { and, asc, getTableColumns, gt, lte, sql } from 'drizzle-orm';
import type { AuditVerdict } from '../../../contract/admin/audit.ts';
import { actMac, CHAIN_START, type ChainEnd, headMac, hex, linkHash } from '../../base/audit/audit-chain.ts';
import { systemClock } from '../../base/clock.ts';
import { equalDigests } from '../../base/keys/master-key.ts';
import type { Core } from '../../base/runtime/core.ts';
import { type AuditRow, auditHead, auditLog } from '../../tables/audit.ts';
import { readWaitingActs, refusedActs } from './waiting-acts.ts';

const BATCH = 1000;
/** Sealing runs every second. */
const SEALED_AFTER_MS = 30_000;

type ChainBreak = NonNullable<AuditVerdict['broken']>;
/** A head that an operator noted earlier: the chain must still contain it. */
export type NotedHead = { readonly seq: number; readonly hash: string };

/** Reads the whole chain. Acts that arrive meanwhile are left for the next time. */
export async function verifyChain(core: Core, notedHead?: NotedHead): Promise<AuditVerdict> {
  const { db } = core;
  const last = sql<number>`coalesce((select max(seq) from audit_log), 0)`.mapWith(Number);
  // One statement, so that rows and head are of one moment.
  const [head] = await db.select({ ...getTableColumns(auditHead), last }).from(auditHead);
  const lastSeq = head ? head.last : await db.$count(auditLog);
  const end = head ?? CHAIN_START;
  const verdict =
    (await findBreak(core, { end, notedHead })) ?? judgeHead(core, { head, lastSeq, notedHead });
  return {
    broken: verdict ?? null,
    head: { seq: end.seq, hash: hex(end.hash) },
    ...(await countIntake(core)),
  };
}

type HeadToJudge = {
  readonly head: (ChainEnd & { readonly mac: Uint8Array }) | undefined;
  readonly lastSeq: number;
  readonly notedHead: NotedHead | undefined;
};

function judgeHead(core: Core, { head, lastSeq, notedHead }: HeadToJudge): ChainBreak | undefined {
  const { seq } = head ?? CHAIN_START;
  if (lastSeq > seq) return { seq: seq + 1, reason: head ? 'beyond_head' : 'head_missing' };
  if (head && !equalDigests(head.mac, headMac(core, head))) return { seq, reason: 'head_changed' };
  if (notedHead && notedHead.seq > seq) return { seq: seq + 1, reason: 'row_missing' };
  return undefined;
}

type ChainBounds = { readonly end: ChainEnd; readonly notedHead: NotedHead | undefined };

async function findBreak(core: Core, { end, notedHead }: ChainBounds): Promise<ChainBreak | undefined> {
  let before = CHAIN_START;
  while (before.seq < end.seq) {
    const rows = await readAfter(core, before.seq, end.seq);
    for (const row of rows) {
      const reason = judgeRow(core, row, before);
      if (reason) return { seq: before.seq + 1, reason };
      if (notedHead?.seq === row.seq && notedHead.hash !== hex(row.hash))
        return { seq: row.seq, reason: 'not_as_noted' };
      before = row;
    }
    if (rows.length === 0) return { seq: before.seq + 1, reason: 'row_missing' };
  }
  if (Buffer.compare(before.hash, end.hash) === 0) return undefined;
  return { seq: end.seq, reason: 'head_changed' };
}

function readAfter({ db }: Core, after: number, to: number): Promise<AuditRow[]> {
  return db
    .select()
    .from(auditLog)
    .where(and(gt(auditLog.seq, after), lte(auditLog.seq, to)))
    .orderBy(asc(auditLog.seq))
    .limit(BATCH);
}

function judgeRow(core: Core, row: AuditRow, before: ChainEnd): ChainBreak['reason'] | undefined {
  if (row.seq !== before.seq + 1) return 'row_missing';
  if (!equalDigests(row.mac, actMac(core, row))) return 'row_changed';
  return equalDigests(row.hash, linkHash(core, before, row.mac)) ? undefined : 'link_changed';
}

/** `unsealed` counts acts that will never be sealed, and acts that should have been sealed by now. */
async function countIntake(core: Core): Promise<Pick<AuditVerdict, 'waiting' | 'unsealed'>> {
  const overdue = systemClock.now().getTime() - SEALED_AFTER_MS;
  const readNext = (after?: number) => readWaitingActs(core, { after, limit: BATCH });
  let waitingCount = 0;
  let unsealedCount = 0;
  for (let acts = await readNext(); acts.length > 0; acts = await readNext(acts.at(-1)?.intakeSeq)) {
    const refusedNumbers = await refusedActs(core, acts);
    waitingCount += acts.length;
    unsealedCount += acts.filter(
      ({ at, intakeSeq }) => at.getTime() < overdue || refusedNumbers.has(intakeSeq),
    ).length;
  }
  return { waiting: waitingCount, unsealed: unsealedCount };
}
