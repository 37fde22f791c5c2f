import { and, eq, inArray } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Database } from '../../../store/database.ts';
import { actMac } from '../../base/audit/audit-chain.ts';
import { equalDigests, type MasterKey } from '../../base/keys/master-key.ts';
import { type AuditRow, auditIntake, auditLog } from '../../tables/audit.ts';
import { cards } from '../../tables/cards.ts';

const Details = z.object({ userId: z.int() });

type CardsToCheck = { readonly masterKey: MasterKey; readonly cardIds: readonly number[] };

/** Cards that the audit log says were entered by another user than their row names, or whose act in it was edited. */
export async function findAddedForOthers(
  tx: Database,
  { masterKey, cardIds }: CardsToCheck,
): Promise<ReadonlySet<number>> {
  const rows = await tx
    .select({ id: cards.id, userId: cards.userId })
    .from(cards)
    .where(inArray(cards.id, [...cardIds]));
  const subjects = rows.map(({ id }) => subjectOf(id));
  const acts: Omit<AuditRow, 'seq' | 'hash'>[] = [];
  for (const table of [auditIntake, auditLog]) {
    const isAdded = and(eq(table.act, 'card.added'), inArray(table.subject, subjects));
    acts.push(...(await tx.select().from(table).where(isAdded)));
  }
  const isOthers = (userId: number, act: (typeof acts)[number]) =>
    !equalDigests(act.mac, actMac({ masterKey }, act)) || userOf(act.details) !== userId;
  const refusedRows = rows.filter(({ id, userId }) =>
    acts.some((act) => act.subject === subjectOf(id) && isOthers(userId, act)),
  );
  return new Set(refusedRows.map(({ id }) => id));
}

function subjectOf(cardId: number): string {
  return `card ${cardId}`;
}

function userOf(details: string): number | undefined {
  // Its digest holds, so it is as it was written.
  return Details.parse(JSON.parse(details)).userId;
}
