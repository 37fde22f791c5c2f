import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import { inBatches } from '../../store/in-batches.ts';
import {
  orFail,
  placeholder,
  readStatement,
  rowPlaceholders,
  rowValues,
  statement,
  withCommit,
} from '../../store/statement.ts';
import type { ServiceContext } from '../context/context.ts';
import { storedAnswers } from '../tables/stored-answers.ts';

const LIFE_MS = 86_400_000;

/** An answer as it was sent, kept to be sent again byte for byte. */
export type Answer = { readonly status: number; readonly body: string };

/** The name of a request: a `transaction` is kept for ever, a `key` for a day. */
export type Name = {
  readonly accountId: number;
  readonly kind: 'key' | 'transaction';
  readonly scope: string;
  readonly key: string;
};

type KeepAnswerInput = Name & { readonly fingerprint: Uint8Array; readonly answer: Answer };

export async function findAnswer({ db, clock }: ServiceContext, { accountId, scope, key }: Name) {
  const [stored] = await answerOf(db, { accountId, scope, key, now: clock.now() });
  return stored;
}

type Named = Omit<Name, 'kind'> & { readonly now: Date };
type Stored = { readonly fingerprint: Uint8Array; readonly answer: Answer };

const answerOf = readStatement<Named, Stored>((db) =>
  db
    .select({
      fingerprint: storedAnswers.fingerprint,
      answer: { status: storedAnswers.status, body: storedAnswers.body },
    })
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

/** Keeps an answer with the commit, which fails where there is one. Replaces an answer that has expired. */
export async function keepAnswer({ db, clock }: ServiceContext, keeping: KeepAnswerInput): Promise<void> {
  const { accountId, kind, scope, key, fingerprint, answer } = keeping;
  const now = clock.now();
  const expiresAt = kind === 'key' ? new Date(now.getTime() + LIFE_MS) : null;
  const row = rowValues(storedAnswers, { accountId, scope, key, fingerprint, ...answer, expiresAt });
  await withCommit(insertAnswer, db, { ...row, now });
}

const insertAnswer = statement<Record<string, unknown>, unknown>((db) => {
  const row = rowPlaceholders(storedAnswers);
  const { fingerprint, status, body, expiresAt } = row;
  const insert = db
    .insert(storedAnswers)
    .values(row)
    .onConflictDoUpdate({
      target: [storedAnswers.accountId, storedAnswers.scope, storedAnswers.key],
      set: { fingerprint, status, body, expiresAt },
      setWhere: lte(storedAnswers.expiresAt, placeholder('now', storedAnswers.expiresAt)),
    })
    .returning({ key: storedAnswers.key });
  const kept = db.$with('kept').as(insert);
  return db.with(kept).select(orFail).from(kept);
});

/** Deletes the answers whose day is over. */
export async function pruneAnswers({ db, clock }: ServiceContext): Promise<void> {
  await inBatches(db, {
    table: storedAnswers,
    isDue: lte(storedAnswers.expiresAt, clock.now()),
    take: (batch) => db.delete(storedAnswers).where(batch).returning({ key: storedAnswers.key }),
  });
}
