import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import { openAnswer, sealAnswer } from '../../api/idempotency/answer-seal.ts';
import type { Keyring } from '../../base/keys/keyring.ts';
import { envelopeHead } from '../../base/keys/sealing.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { storedAnswers } from '../../tables/stored-answers.ts';

const BATCH = 200;
const DAY_MS = 86_400_000;

type Store = Pick<Runtime, 'db' | 'clock' | 'config'> & { readonly keyring: Keyring };
type Row = typeof storedAnswers.$inferSelect;
type Batch = { readonly after: Row | undefined; readonly skipsLocked: boolean };

/**
 * Seals stored answers again with the key in force, and those that an earlier version left in clear. It deletes one
 * that does not open because its row was changed. Returns how many.
 */
export async function resealAnswers(store: Store, { skipsLocked = true } = {}): Promise<number> {
  let count = 0;
  let after: Row | undefined;
  do {
    const rows = await resealBatch(store, { after, skipsLocked });
    count += rows.length;
    after = rows.at(-1);
  } while (after !== undefined);
  return count;
}

/** In the order of the primary key, whose index finds where the last batch ended. */
function resealBatch({ db, keyring, clock, config }: Store, { after, skipsLocked }: Batch): Promise<Row[]> {
  const { masterKey } = keyring;
  const { accountId, scope, key, sealed, body } = storedAnswers;
  const inDays = new Date(clock.now().getTime() + config.answerDays * DAY_MS);
  const head = Buffer.from(envelopeHead(keyring.currentId()));
  const isFormer = sql`substring(${sealed} from 1 for ${head.length}) <> ${head}::bytea`;
  const isNext =
    after &&
    sql`(${accountId}, ${scope}, ${key}) > (${after.accountId}::integer, ${after.scope}, ${after.key})`;
  return db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(storedAnswers)
      .where(and(or(isFormer, isNotNull(body)), isNext))
      .orderBy(accountId, scope, key)
      .limit(BATCH)
      .for('no key update', skipsLocked ? { skipLocked: true } : {});
    for (const row of rows) {
      const text = row.sealed === null ? row.body : openAnswer(masterKey, row, row.sealed);
      const newEnvelope = typeof text === 'string' ? sealAnswer(masterKey, row, text) : null;
      const isThis = and(eq(accountId, row.accountId), eq(scope, row.scope), eq(key, row.key));
      // An earlier version stored the answer of a named transaction for ever.
      const ends = row.expiresAt === null && row.bodyExpiresAt === null ? { bodyExpiresAt: inDays } : {};
      await tx
        .update(storedAnswers)
        .set({ sealed: newEnvelope, body: null, ...ends })
        .where(isThis);
    }
    return rows;
  });
}
