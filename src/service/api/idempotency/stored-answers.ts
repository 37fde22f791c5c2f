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

type NewClaim = Name & { readonly requestDigest: Uint8Array; readonly operationId: string };

/**
 * `answer`: undefined after its days, while its name stays, and as long as its operation waits for the acquirer.
 * `operationId`: of that operation.
 */
type StoredAnswer = {
  readonly requestDigest: Uint8Array;
  readonly answer: Answer | undefined;
  readonly operationId: string | null;
};

export async function findAnswer(
  core: Core,
  { accountId, scope, key }: Name,
): Promise<StoredAnswer | undefined> {
  const now = core.clock.now();
  const [row] = await answerOf(core.db, { accountId, scope, key, now });
  if (!row) return undefined;
  const { requestDigest, status, bodyExpiresAt, operationId } = row;
  if (operationId !== null) return { requestDigest, answer: undefined, operationId };
  const hasEnded = bodyExpiresAt !== null && bodyExpiresAt <= now;
  const body = hasEnded ? undefined : bodyOf(core, row);
  return { requestDigest, answer: body === undefined ? undefined : { status, body }, operationId };
}

function bodyOf(core: Core, row: Row): string | undefined {
  const { masterKey } = core;
  if (row.sealed === null) return masterKey.takesFormerRows() ? (row.body ?? undefined) : undefined;
  const body = openAnswer(masterKey, row, row.sealed);
  const id = Buffer.from(row.requestDigest).toString('hex').slice(0, 16);
  if (body === undefined) noteBrokenSeal(core, { of: 'stored answer', id, accountId: row.accountId });
  return body;
}

type AnswerQuery = Omit<Name, 'kind'> & { readonly now: Date };

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
export async function storeAnswer(core: Core, newAnswer: NewAnswer): Promise<void> {
  await insert(core, newAnswer, { ...answerColumns(core, newAnswer), operationId: null });
}

/** Stores with the commit that a request of this name is being worked on, and by which operation. */
export async function storeClaim(core: Core, newClaim: NewClaim): Promise<void> {
  const { operationId } = newClaim;
  await insert(core, newClaim, { status: 0, sealed: null, bodyExpiresAt: null, operationId });
}

type Row = typeof storedAnswers.$inferSelect;
type AnswerColumns = Pick<Row, 'status' | 'sealed' | 'bodyExpiresAt'>;
type ClaimedColumns = AnswerColumns & Pick<Row, 'operationId'>;

async function insert(core: Core, name: Name & Pick<Row, 'requestDigest'>, columns: ClaimedColumns) {
  const { accountId, kind, scope, key, requestDigest } = name;
  const now = core.clock.now();
  const expiresAt = kind === 'key' ? inDays(now, 1) : null;
  const row = rowValues(storedAnswers, {
    accountId,
    scope,
    key,
    requestDigest,
    body: null,
    expiresAt,
    ...columns,
  });
  await enqueueWrite(insertAnswer, core.db, { ...row, now });
}

const inDays = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS);

function answerColumns(core: Core, { kind, answer, ...named }: NewAnswer): AnswerColumns {
  const { accountId, scope, key, requestDigest } = named;
  const { status, body } = answer;
  return {
    status,
    sealed: sealAnswer(core.masterKey, { accountId, scope, key, requestDigest, status }, body),
    bodyExpiresAt: kind === 'key' ? null : inDays(core.clock.now(), core.config.answerDays),
  };
}

type LaterAnswer = Pick<NewAnswer, 'requestDigest' | 'answer'> & {
  readonly name: Name;
  readonly operationId: string;
};

/** Stores the answer to a claimed name with the commit. The first answer counts. */
export async function fillAnswer(core: Core, { name, operationId, ...later }: LaterAnswer): Promise<void> {
  const { accountId, scope, key } = name;
  const { requestDigest, answer } = later;
  const columns = answerColumns(core, { ...name, requestDigest, answer });
  await enqueueWrite(updateAnswer, core.db, { accountId, scope, key, operationId, ...columns });
}

const updateAnswer = statement<Record<string, unknown>, { key: string }>((db) =>
  db
    .update(storedAnswers)
    .set({
      status: placeholder('status', storedAnswers.status),
      sealed: placeholder('sealed', storedAnswers.sealed),
      bodyExpiresAt: placeholder('bodyExpiresAt', storedAnswers.bodyExpiresAt),
      operationId: null,
    })
    .where(
      and(
        eq(storedAnswers.accountId, placeholder('accountId', storedAnswers.accountId)),
        eq(storedAnswers.scope, placeholder('scope', storedAnswers.scope)),
        eq(storedAnswers.key, placeholder('key', storedAnswers.key)),
        eq(storedAnswers.operationId, placeholder('operationId', storedAnswers.operationId)),
      ),
    )
    .returning({ key: storedAnswers.key }),
);

/** Deletes the names that a withdrawn operation has claimed. */
export async function forgetNames({ db }: Core, operationId: string): Promise<void> {
  await db.delete(storedAnswers).where(eq(storedAnswers.operationId, operationId));
}

const insertAnswer = statement<Record<string, unknown>, unknown>((db) => {
  const row = rowPlaceholders(storedAnswers);
  const { requestDigest, status, sealed, body, bodyExpiresAt, expiresAt, operationId } = row;
  const insert = db
    .insert(storedAnswers)
    .values(row)
    .onConflictDoUpdate({
      target: [storedAnswers.accountId, storedAnswers.scope, storedAnswers.key],
      set: { requestDigest, status, sealed, body, bodyExpiresAt, expiresAt, operationId },
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
