import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import { inBatches } from '../../store/in-batches.ts';
import { type AskedAnswer, given, givenRow, rowValues, statement } from '../../store/statement.ts';
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

type Keeping = Name & { readonly fingerprint: Uint8Array; readonly answer: Answer };

export async function findAnswer({ db, clock }: ServiceContext, { accountId, scope, key }: Name) {
  const [stored] = await answerOf(db, { accountId, scope, key, now: clock.now() });
  return stored;
}

type Named = Omit<Name, 'kind'> & { readonly now: Date };
type Stored = { readonly fingerprint: Uint8Array; readonly answer: Answer };

const answerOf = statement<Named, Stored>((db) =>
  db
    .select({
      fingerprint: storedAnswers.fingerprint,
      answer: { status: storedAnswers.status, body: storedAnswers.body },
    })
    .from(storedAnswers)
    .where(
      and(
        eq(storedAnswers.accountId, given('accountId', storedAnswers.accountId)),
        eq(storedAnswers.scope, given('scope', storedAnswers.scope)),
        eq(storedAnswers.key, given('key', storedAnswers.key)),
        or(
          isNull(storedAnswers.expiresAt),
          gt(storedAnswers.expiresAt, given('now', storedAnswers.expiresAt)),
        ),
      ),
    ),
);

/** Replaces an answer that has expired. */
export function keepAnswer({ db, clock }: ServiceContext, keeping: Keeping): AskedAnswer<unknown> {
  const { accountId, kind, scope, key, fingerprint, answer } = keeping;
  const expiresAt = kind === 'key' ? new Date(clock.now().getTime() + LIFE_MS) : null;
  return upsertAnswer(
    db,
    rowValues(storedAnswers, { accountId, scope, key, fingerprint, ...answer, expiresAt }),
  );
}

const upsertAnswer = statement<Record<string, unknown>, { status: number }>((db) => {
  const row = givenRow(storedAnswers);
  const { fingerprint, status, body, expiresAt } = row;
  return db
    .insert(storedAnswers)
    .values(row)
    .onConflictDoUpdate({
      target: [storedAnswers.accountId, storedAnswers.scope, storedAnswers.key],
      set: { fingerprint, status, body, expiresAt },
    })
    .returning({ status: storedAnswers.status });
});

/** Deletes the answers whose day is over. */
export async function pruneAnswers({ db, clock }: ServiceContext): Promise<void> {
  await inBatches(db, {
    table: storedAnswers,
    isDue: lte(storedAnswers.expiresAt, clock.now()),
    take: (batch) => db.delete(storedAnswers).where(batch).returning({ key: storedAnswers.key }),
  });
}
