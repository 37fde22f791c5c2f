import { and, eq, gt, isNotNull, isNull, lte, or } from 'drizzle-orm';
import { inBatches } from '../../../store/in-batches.ts';
import {
  enqueueWrite,
  orFail,
  placeholder,
  readStatement,
  rowPlaceholders,
  rowValues,
  statement,
} from '../../../store/statement.ts';
import { noteBrokenSeal } from '../../base/audit/broken-seals.ts';
import type { Core } from '../../base/runtime/core.ts';
import { storedAnswers } from '../../tables/stored-answers.ts';
import { openAnswer, sealAnswer } from './answer-seal.ts';

const DAY_MS = 86_400_000;

/** An answer as it was sent, stored to be sent again byte for byte. */
export type Answer = { readonly status: number; readonly body: string };

/**
 * The name of a request. `key`: name and answer are stored for a day. `transaction`: the name for ever, the answer for
 * `answerDays`.
 */
export type Name = {
  readonly accountId: number;
  readonly kind: 'key' | 'transaction';
  readonly scope: string;
  readonly key: string;
};

type NewAnswer = Name & { readonly requestDigest: Uint8Array; readonly answer: Answer };

/** `answer`: undefined after its days, while its name stays. */
type StoredAnswer = { readonly requestDigest: Uint8Array; readonly answer: Answer | undefined };

export async function findAnswer(
  context: Core,
  { accountId, scope, key }: Name,
): Promise<StoredAnswer | undefined> {
  const now = context.clock.now();
  const [row] = await answerOf(context.db, { accountId, scope, key, now });
  if (!row) return undefined;
  const { requestDigest, status, bodyExpiresAt } = row;
  const hasEnded = bodyExpiresAt !== null && bodyExpiresAt <= now;
  const body = hasEnded ? undefined : bodyOf(context, row);
  return { requestDigest, answer: body === undefined ? undefined : { status, body } };
}

function bodyOf(context: Core, row: Row): string | undefined {
  const { masterKey } = context;
  if (row.sealed === null) return masterKey.takesFormerRows() ? (row.body ?? undefined) : undefined;
  const body = openAnswer(masterKey, row, row.sealed);
  const id = Buffer.from(row.requestDigest).toString('hex').slice(0, 16);
  if (body === undefined) noteBrokenSeal(context, { of: 'stored answer', id, accountId: row.accountId });
  return body;
}

type AnswerQuery = Omit<Name, 'kind'> & { readonly now: Date };
type Row = typeof storedAnswers.$inferSelect;

const answerOf = readStatement<AnswerQuery, Row>((db) =>
  db
    .select()
    .from(storedAnswers)
    .where(
      and(
        eq(storedAnswers.accountId, placeholder('accountId', storedAnswers.accountId)),
        eq(storedAnswers.scope, placeholder('scope', storedAnswers.scope)),
        eq(storedAnswers.key, placeholder('key', storedAnswers.key)),
        or(
          isNull(storedAnswers.expiresAt),
          gt(storedAnswers.expiresAt, placeholder('now', storedAnswers.expiresAt)),
        ),
      ),
    ),
);

/** Queues an answer. The commit fails if there is one already. Replaces an answer that has expired. */
export async function storeAnswer(context: Core, newAnswer: NewAnswer): Promise<void> {
  const {
    db,
    clock,
    masterKey,
    config: { answerDays },
  } = context;
  const { accountId, kind, scope, key, requestDigest, answer } = newAnswer;
  const { status, body } = answer;
  const now = clock.now();
  const name = { accountId, scope, key, requestDigest, status };
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
  const row = rowValues(storedAnswers, {
    ...name,
    sealed: sealAnswer(masterKey, name, body),
    body: null,
    bodyExpiresAt: kind === 'key' ? null : inDays(answerDays),
    expiresAt: kind === 'key' ? inDays(1) : null,
  });
  await enqueueWrite(insertAnswer, db, { ...row, now });
}

const insertAnswer = statement<Record<string, unknown>, unknown>((db) => {
  const row = rowPlaceholders(storedAnswers);
  const { requestDigest, status, sealed, body, bodyExpiresAt, expiresAt } = row;
  const insert = db
    .insert(storedAnswers)
    .values(row)
    .onConflictDoUpdate({
      target: [storedAnswers.accountId, storedAnswers.scope, storedAnswers.key],
      set: { requestDigest, status, sealed, body, bodyExpiresAt, expiresAt },
      setWhere: lte(storedAnswers.expiresAt, placeholder('now', storedAnswers.expiresAt)),
    })
    .returning({ key: storedAnswers.key });
  const answerInsert = db.$with('kept').as(insert);
  return db.with(answerInsert).select(orFail).from(answerInsert);
});

/** Deletes expired rows. Where the name stays, it deletes the expired body. */
export async function pruneAnswers({ db, clock }: Core): Promise<void> {
  await inBatches(db, {
    table: storedAnswers,
    isDue: lte(storedAnswers.expiresAt, clock.now()),
    take: (batch) => db.delete(storedAnswers).where(batch).returning({ key: storedAnswers.key }),
  });
  await inBatches(db, {
    table: storedAnswers,
    isDue: and(isNotNull(storedAnswers.sealed), lte(storedAnswers.bodyExpiresAt, clock.now())),
    take: (batch) =>
      db.update(storedAnswers).set({ sealed: null }).where(batch).returning({ key: storedAnswers.key }),
  });
}
