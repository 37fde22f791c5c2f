import { and, eq, gt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../store/database.ts';
import {
  enqueueWrite,
  orFail,
  placeholder,
  readStatement,
  rowPlaceholders,
  rowValues,
  statement,
} from '../../store/statement.ts';
import type { Acquirer, Reply } from '../base/processor/acquirer.ts';
import type { Core } from '../base/runtime/core.ts';
import type { Claim } from '../base/runtime/service-dependencies.ts';
import { ServiceError } from '../base/service-error.ts';
import { type AttemptRow, attempts } from '../tables/attempts.ts';
import type { PaymentRow } from '../tables/payments.ts';
import type { Transaction } from './model/transaction.ts';

/** How long somebody waits for an answer. */
export const ASKING_MS = 30_000;
/** How long a security code may be kept to repeat a question. */
const CODE_LIVES_MS = 15 * 60_000;

/** What a short transaction came to: a question that is now to be asked, or an end that needs none. */
export type ClaimResult = { readonly claim: StoredClaim } | { readonly transaction: Transaction };

/** `stored`: the transaction as the claim's commit has stored it. Default: it is read again. */
export type StoredClaim = Claim & { readonly stored?: Transaction };

type NewClaim = Pick<Claim, 'question' | 'withdrawal'> & {
  readonly step: AttemptRow['step'];
  readonly transaction: Pick<Transaction, 'operation' | 'payment'>;
  /** The time that an answer within the deadline counts from. */
  readonly at: Date;
};

/** Claims a question with the caller's commit. */
export async function claimQuestion(
  core: Core,
  { step, transaction, at, question: asked, withdrawal }: NewClaim,
): Promise<Claim> {
  const acquirer = await acquirerOf(core, transaction.payment);
  const question = { ...asked, merchantAccount: acquirer.merchantAccount ?? asked.merchantAccount };
  const now = core.clock.now();
  const deadline = new Date(now.getTime() + ASKING_MS);
  const attempt: AttemptRow = {
    key: question.key,
    operationId: transaction.operation.id,
    paymentId: transaction.payment.id,
    step,
    processor: acquirer.name,
    reference: question.reference,
    sealed: sealQuestion(core, question),
    questionUntil: new Date(now.getTime() + livesOf(question, acquirer)),
    state: 'asking',
    deadline,
    tries: 1,
    nextAt: deadline,
    processorReference: null,
    doubt: null,
    createdAt: at,
  };
  await insertAttempt(core, attempt);
  return { question, attempt, ...(withdrawal && { withdrawal }) };
}

/** A question is repeated for as long as its key lives. One with a security code goes before. */
function livesOf(question: Claim['question'], { keyLifeMs }: Acquirer): number {
  const holdsCode = 'card' in question && question.card.securityCode !== undefined;
  return holdsCode ? Math.min(CODE_LIVES_MS, keyLifeMs) : keyLifeMs;
}

/** Who has the payment, or will. Raises `processor_unavailable` where they are no longer configured. */
export async function acquirerOf(
  core: Core,
  owner: Pick<PaymentRow, 'accountId' | 'processor'>,
): Promise<Acquirer> {
  const acquirer = await core.dependencies.acquirers.of(owner, core);
  if (acquirer) return acquirer;
  throw processorUnavailable();
}

/** Writes an attempt with the commit. */
export async function insertAttempt({ db }: Core, attempt: AttemptRow): Promise<void> {
  await enqueueWrite(attemptInsert, db, rowValues(attempts, attempt));
}

/** What the seal of a question is bound to. */
export const questionContext = ({ key }: Pick<AttemptRow, 'key'>) => `question:${key}`;

function sealQuestion({ masterKey }: Core, question: Claim['question']): Uint8Array {
  return masterKey.seal(Buffer.from(JSON.stringify(question)), questionContext(question));
}

/** The question of an attempt; undefined once it must not be repeated, or where its row was changed. */
export function openQuestion(
  { masterKey }: Pick<Core, 'masterKey'>,
  attempt: AttemptRow,
): Claim['question'] | undefined {
  const bytes = attempt.sealed && masterKey.openUnder(attempt.sealed, [questionContext(attempt)]);
  return bytes ? JSON.parse(Buffer.from(bytes).toString()) : undefined;
}

const attemptInsert = statement<Record<string, unknown>, { key: string }>((db) =>
  db.insert(attempts).values(rowPlaceholders(attempts)).returning({ key: attempts.key }),
);

export async function findAttempt({ db }: Core, key: string): Promise<AttemptRow | undefined> {
  const [attempt] = await attemptByKey(db, { key });
  return attempt;
}

const attemptByKey = readStatement<{ key: string }, AttemptRow>((db) =>
  db
    .select()
    .from(attempts)
    .where(eq(attempts.key, placeholder('key', attempts.key))),
);

/** Whether somebody waits for the answer, and nobody was told that the operation is pending. */
export function isWaitedFor(
  { clock }: Pick<Core, 'clock'>,
  { state, deadline }: Pick<AttemptRow, 'state' | 'deadline'>,
): boolean {
  return state === 'asking' && clock.now() < deadline;
}

/** Whether somebody waits for the answer to a question about the payment. */
export async function isBeingAsked({ db, clock }: Core, paymentId: string): Promise<boolean> {
  return (await askedOf(db, { paymentId, now: clock.now() })).length > 0;
}

const askedOf = readStatement<{ paymentId: string; now: Date }, { key: string }>((db) =>
  db
    .select({ key: attempts.key })
    .from(attempts)
    .where(
      and(
        eq(attempts.paymentId, placeholder('paymentId', attempts.paymentId)),
        eq(attempts.state, 'asking'),
        gt(attempts.deadline, placeholder('now', attempts.deadline)),
      ),
    ),
);

type ReferenceRow = Pick<AttemptRow, 'operationId' | 'processorReference'>;

type NamedOperations = { readonly start: string; readonly referred: string };

/** What the acquirer calls two operations of a payment, by their ids. */
export async function readProcessorReferences(
  { db }: Core,
  named: NamedOperations,
): Promise<ReadonlyMap<string, string>> {
  const rows = await referencesOf(db, named);
  return new Map(
    rows.flatMap(({ operationId, processorReference }) =>
      processorReference === null ? [] : [[operationId, processorReference] as const],
    ),
  );
}

const referencesOf = readStatement<NamedOperations, ReferenceRow>((db) =>
  db
    .select({ operationId: attempts.operationId, processorReference: attempts.processorReference })
    .from(attempts)
    .where(
      or(
        eq(attempts.operationId, placeholder('start', attempts.operationId)),
        eq(attempts.operationId, placeholder('referred', attempts.operationId)),
      ),
    )
    .orderBy(attempts.key),
);

type AttemptEnd = {
  readonly reply: Reply;
  /** Whether only who asks may end it. Default: the caller holds the payment's lock. */
  readonly isCompared?: boolean;
};

/** Ends an attempt with the commit, which fails where it has ended. */
export async function endAttempt(
  { db }: Core,
  { key }: AttemptRow,
  { reply, isCompared = false }: AttemptEnd,
): Promise<void> {
  const processorReference = 'processorReference' in reply ? (reply.processorReference ?? null) : null;
  await enqueueWrite(isCompared ? endAsked : endOpen, db, { key, processorReference });
}

const endOpen = endOf(ne(attempts.state, 'ended'));
const endAsked = endOf(eq(attempts.state, 'asking'));

function endOf(condition: SQL) {
  return statement<Record<string, unknown>, unknown>((db) => markEnded(db, condition));
}

function markEnded(db: Database, condition: SQL) {
  const isOpen = and(eq(attempts.key, placeholder('key', attempts.key)), condition);
  const attemptUpdate = db.$with('answered').as(
    db
      .update(attempts)
      .set({
        state: 'ended',
        doubt: null,
        sealed: null,
        processorReference: placeholder('processorReference', attempts.processorReference),
      })
      .where(isOpen)
      .returning({ key: attempts.key }),
  );
  return db.with(attemptUpdate).select(orFail).from(attemptUpdate);
}

/** Notes that a notification will end the operation, with the commit. */
export async function awaitNotification(
  { db }: Core,
  { key, nextAt, processorReference }: Pick<AttemptRow, 'key' | 'nextAt' | 'processorReference'>,
): Promise<void> {
  await enqueueWrite(markReceived, db, { key, nextAt, processorReference });
}

const markReceived = statement<Record<string, unknown>, { key: string }>((db) =>
  db
    .update(attempts)
    .set({
      state: 'received',
      doubt: null,
      sealed: null,
      nextAt: placeholder('nextAt', attempts.nextAt),
      processorReference: placeholder('processorReference', attempts.processorReference),
    })
    .where(eq(attempts.key, placeholder('key', attempts.key)))
    .returning({ key: attempts.key }),
);

type Doubt = Pick<AttemptRow, 'doubt' | 'nextAt'>;

/** Leaves an attempt in doubt, with the commit. The caller holds the payment's lock. */
export async function leaveInDoubt(
  { db }: Core,
  { key }: AttemptRow,
  { doubt, nextAt }: Doubt,
): Promise<void> {
  await enqueueWrite(markInDoubt, db, { key, doubt, nextAt });
}

const markInDoubt = statement<Record<string, unknown>, { key: string }>((db) =>
  db
    .update(attempts)
    .set({
      state: sql`case ${attempts.state} when 'received' then 'received' else 'in_doubt' end`,
      doubt: placeholder('doubt', attempts.doubt),
      nextAt: placeholder('nextAt', attempts.nextAt),
    })
    .where(and(eq(attempts.key, placeholder('key', attempts.key)), ne(attempts.state, 'ended')))
    .returning({ key: attempts.key }),
);

/** Nothing was done, so the same request may be sent again. */
export function processorUnavailable(): ServiceError {
  return new ServiceError('processor_unavailable', 'Cannot bill: the processor does not answer, try again');
}
