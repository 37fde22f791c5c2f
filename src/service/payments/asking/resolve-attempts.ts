import { setTimeout as pause } from 'node:timers/promises';
import { and, asc, inArray, isNotNull, lte, ne, sql } from 'drizzle-orm';
import { errorLogFields } from '../../base/error-log-fields.ts';
import { type Acquirer, accountAt, type FindReply, type Reply } from '../../base/processor/acquirer.ts';
import type { Core } from '../../base/runtime/core.ts';
import { runLockingTransaction, runTransaction } from '../../base/runtime/run-transaction.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { type AttemptRow, attempts } from '../../tables/attempts.ts';
import { ASKING_MS, openQuestion } from '../attempts.ts';
import { requireOperation } from '../require-transaction.ts';
import { acquirerCall, ask, tellContradiction } from './ask.ts';
import { freeAuthorisation } from './free-authorisation.ts';
import { recordReply } from './record-reply.ts';

/** Attempts that one process takes on at once, at most. */
const AT_ONCE = 64;
/** How soon what has fallen due is looked for, while others are still being asked about. */
const LOOK_MS = 500;
/** How long nobody else looks at an attempt that one process has taken on: longer than a search and a question take. */
const LEASE_MS = 3 * ASKING_MS;

/**
 * Finds the answers that were lost: asks the acquirer what became of a question, or repeats it word for word under the same
 * key, or waits for its notification. It never guesses. Any number of processes may do so at once. Returns how many
 * attempts it looked at. Rule: billing/lost-answers.
 */
export async function resolveAttempts(runtime: Runtime): Promise<number> {
  const open = new Set<Promise<void>>();
  let count = 0;
  do {
    const room = runtime.stopping.aborted ? 0 : AT_ONCE - open.size;
    const leased = room > 0 ? await runLockingTransaction(runtime, (core) => leaseAttempts(core, room)) : [];
    for (const attempt of leased) {
      const resolving = resolveOne(runtime, attempt).finally(() => open.delete(resolving));
      open.add(resolving);
    }
    count += leased.length;
    // One whose acquirer hangs holds up none of the others.
    if (open.size > 0) await Promise.race([...open, ...(leased.length < room ? [pause(LOOK_MS)] : [])]);
  } while (open.size > 0);
  return count;
}

/** Also questions whose asker is gone: from now on they are in doubt. */
async function leaseAttempts({ db, clock }: Core, most: number): Promise<AttemptRow[]> {
  const now = clock.now();
  const due = db
    .select({ key: attempts.key })
    .from(attempts)
    .where(and(ne(attempts.state, 'ended'), lte(attempts.nextAt, now)))
    .orderBy(asc(attempts.nextAt))
    .limit(most)
    .for('update', { skipLocked: true });
  return db
    .update(attempts)
    .set({
      nextAt: new Date(now.getTime() + LEASE_MS),
      tries: sql`${attempts.tries} + 1`,
      state: sql`case ${attempts.state} when 'asking' then 'in_doubt' else ${attempts.state} end`,
      doubt: sql`case ${attempts.state} when 'asking' then 'asker_gone' else ${attempts.doubt} end`,
    })
    .where(inArray(attempts.key, due))
    .returning();
}

/** Erases questions that may not be repeated any more. */
export async function eraseQuestions({ db, clock }: Core): Promise<void> {
  const isOver = lte(attempts.questionUntil, clock.now());
  await db
    .update(attempts)
    .set({ sealed: null })
    .where(and(ne(attempts.state, 'ended'), isNotNull(attempts.sealed), isOver));
}

async function resolveOne(runtime: Runtime, attempt: AttemptRow): Promise<void> {
  try {
    const reply = await findReply(runtime, attempt);
    if (!reply) return;
    const { transaction } = await runTransaction(runtime, (core) => recordReply(core, { attempt }, reply));
    tellContradiction(runtime, { attempt, reply, transaction });
  } catch (error) {
    runtime.log.error({ attemptKey: attempt.key, ...errorLogFields(error) }, 'an attempt was not resolved');
  }
}

/** Undefined where a notification or a person decides. */
async function findReply(runtime: Runtime, attempt: AttemptRow): Promise<Reply | undefined> {
  const acquirer = await runtime.dependencies.acquirers.named(attempt.processor, runtime);
  if (!acquirer) return { kind: 'unknown', reason: 'not_configured' };
  const found = await findAtAcquirer(runtime, { acquirer, attempt });
  if (found && found.kind !== 'absent' && !isBeforeCompletion(attempt, found)) return found;
  const question = attempt.questionUntil > runtime.clock.now() ? openQuestion(runtime, attempt) : undefined;
  const keyEndsAt = attempt.deadline.getTime() - ASKING_MS + acquirer.keyLifeMs;
  const isKeyOver = runtime.clock.now().getTime() >= keyEndsAt;
  const isOpen = attempt.state !== 'received';
  if (question && isOpen && !isKeyOver) return ask(runtime, { question, attempt });
  const freed = isOpen && isKeyOver ? await freeAuthorisation(runtime, { attempt, acquirer }) : undefined;
  return freed ?? { kind: 'unknown', reason: found ? 'absent' : 'key_over' };
}

/** The acquirer still waits for what the bank said, which it has not heard. */
const isBeforeCompletion = ({ step }: AttemptRow, { kind }: FindReply) =>
  step === 'complete' && kind === 'redirect';

type Searched = { readonly acquirer: Acquirer; readonly attempt: AttemptRow };

/** Undefined where the acquirer has no such question. */
async function findAtAcquirer(
  runtime: Runtime,
  { acquirer, attempt }: Searched,
): Promise<FindReply | undefined> {
  if (!acquirer.find) return undefined;
  const { merchant } = await requireOperation(runtime, attempt.operationId);
  const wanted = { reference: attempt.reference, merchantAccount: accountAt(acquirer, merchant) };
  return acquirer.find(wanted, acquirerCall(runtime));
}
