import { and, eq } from 'drizzle-orm';
import type { VaultImportAnswer, VaultRefusal } from '../../../contract/admin/vault.ts';
import { type Actor, recordAct } from '../../base/audit/record-act.ts';
import { systemClock } from '../../base/clock.ts';
import { equalDigests } from '../../base/keys/master-key.ts';
import type { Core } from '../../base/runtime/core.ts';
import { takesAnyNumber } from '../../shoppers/accounts/takes-any-number.ts';
import { merchants } from '../../tables/accounts.ts';
import { type VaultImportRow, vaultImports } from '../../tables/vault-imports.ts';
import { importCard } from './import-card.ts';
import type { TransferKey } from './transfer-key.ts';
import { lineDigest, type OpenLine, openLine, vaultFileRefused } from './vault-line.ts';

/** Refusals that are kept by name; further ones are counted. */
const MAX_REFUSALS = 100;

type Import = {
  readonly accountId: number;
  readonly key: TransferKey;
  readonly lines: readonly string[];
  readonly by: Actor;
  /** Ids of the custodians, for the audit log. */
  readonly custodians: readonly string[];
};

type Progress = Omit<VaultImportAnswer, 'status'>;

/**
 * Imports the next lines of a file, and says in the same transaction how far it has come. The first line alone tells of an import
 * that was begun. Raises `vault_file_refused` for a line that does not follow, which leaves all as it is.
 */
export async function importLines(core: Core, request: Import): Promise<Progress> {
  const { accountId, key, lines, by, custodians } = request;
  const [first = ''] = lines;
  const opened = await openLine(key, first);
  opened.number?.fill(0);
  const { file, line } = opened.place;
  const isThis = and(eq(vaultImports.accountId, accountId), eq(vaultImports.file, file));
  const [found] = await core.db.select().from(vaultImports).where(isThis).for('update');
  if (found && line === 1 && lines.length === 1) return progressOf(found);
  const before = found ?? (await beginImport(core, request, opened));
  const rest = await importRest(core, { ...request, row: before, lines: found ? lines : lines.slice(1) });
  const [row] = await core.db.update(vaultImports).set(rest).where(isThis).returning();
  if (!row) throw new Error('Cannot import cards: the update returned no row, expected one');
  if (row.finishedAt) {
    const { added, kept, refused } = row;
    const details = { custodians, added, kept, refused };
    await recordAct(core, by, { act: 'vault.imported', accountId, subject: `file ${file}`, details });
  }
  return progressOf(row);
}

async function beginImport(
  core: Core,
  { accountId, lines: [first = ''], by, custodians }: Import,
  { place: { file, line }, content }: OpenLine,
): Promise<VaultImportRow> {
  if (line !== 1 || !('begin' in content))
    throw vaultFileRefused(`its import begins with line ${line}, expected its first line`);
  const [row] = await core.db
    .insert(vaultImports)
    .values({ accountId, file, nextLine: 2, lastDigest: lineDigest(first), begunAt: systemClock.now() })
    .returning();
  if (!row) throw new Error('Cannot import cards: the insert returned no row, expected one');
  const { service, begun_at } = content.begin;
  const details = { custodians, from: { service, account_id: content.source.account_id, begun_at } };
  await recordAct(core, by, { act: 'vault.import-begun', accountId, subject: `file ${file}`, details });
  return row;
}

/** The row once the lines are in. Each number is open until its card is sealed anew. */
async function importRest(
  core: Core,
  { accountId, key, lines, row }: Import & { readonly row: VaultImportRow },
): Promise<Omit<VaultImportRow, 'accountId' | 'file' | 'begunAt'>> {
  let { nextLine, lastDigest, finishedAt } = row;
  const counts = { added: row.added, kept: row.kept, refused: row.refused };
  const refusals: VaultRefusal[] = [...row.refusals];
  const takesAny = await takesRealCards(core, accountId);
  for (const line of lines) {
    const { place, content, number } = await openLine(key, line);
    try {
      refuseOther({ ...row, nextLine, lastDigest, finishedAt }, place);
      if ('end' in content !== (place.end === true) || 'begin' in content)
        throw vaultFileRefused(`line ${nextLine} is not what its place says`);
      if ('number' in content && number) {
        const { file } = row;
        const card = { accountId, file, record: content, number, takesAnyNumber: takesAny };
        const result = await importCard(core, card);
        const isIn = result === 'added' || result === 'kept';
        counts[isIn ? result : 'refused'] += 1;
        if (!isIn && refusals.length < MAX_REFUSALS) refusals.push({ line: nextLine, reason: result });
      } else {
        finishedAt = systemClock.now();
      }
    } finally {
      number?.fill(0);
    }
    nextLine += 1;
    lastDigest = lineDigest(line);
  }
  return { ...counts, refusals, nextLine, lastDigest, finishedAt };
}

/** Lines that are left out, doubled, put elsewhere or of another file do not follow. */
function refuseOther(
  { file, nextLine, lastDigest, finishedAt }: VaultImportRow,
  place: OpenLine['place'],
): void {
  if (finishedAt) throw vaultFileRefused('it has been imported to its end');
  if (place.file !== file) throw vaultFileRefused(`line ${place.line} is of another file`);
  if (place.line !== nextLine)
    throw vaultFileRefused(`found its line ${place.line}, expected line ${nextLine}`);
  if (!equalDigests(Buffer.from(place.prev ?? '', 'base64url'), lastDigest))
    throw vaultFileRefused(`line ${nextLine} does not follow the line that was imported before it`);
}

/** Whether any of an account's merchants does. Rule: sandbox/test-numbers. */
async function takesRealCards({ db }: Core, accountId: number): Promise<boolean> {
  const rows = await db
    .select({ settings: merchants.settings })
    .from(merchants)
    .where(eq(merchants.accountId, accountId));
  return rows.some(({ settings }) => takesAnyNumber(settings));
}

function progressOf({ nextLine, finishedAt, added, kept, refused, refusals }: VaultImportRow): Progress {
  return {
    next_line: nextLine,
    is_finished: finishedAt !== null,
    added,
    kept,
    refused,
    refusals: [...refusals],
  };
}
