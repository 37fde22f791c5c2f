import { and, eq } from 'drizzle-orm';
import { enqueueWrite, orFail, placeholder, statement } from '../../../store/statement.ts';
import { equalDigests } from '../../base/keys/master-key.ts';
import type { CompletionQuestion } from '../../base/processor/acquirer-question.ts';
import type { Core } from '../../base/runtime/core.ts';
import { isIntactPayment } from '../../base/seals/payment-seal.ts';
import { attempts } from '../../tables/attempts.ts';
import { type ChallengeRow, challenges } from '../../tables/challenges.ts';
import { operations } from '../../tables/payments.ts';
import { claimQuestion, readProcessorReferences, type StoredClaim } from '../attempts.ts';
import { lockPaymentAndRead } from '../payment-lock.ts';
import { completionQuestion, returnName } from '../questions.ts';
import { expiryDelete, findPendingChallenge } from './pending-challenge.ts';

/** Questions of one start, its own too: a browser that sends ever other things back asks no more than that. */
const MAX_QUESTIONS = 6;

type ReturnFromBank = {
  /** The last part of the return address. */
  readonly name: string;
  readonly returned: CompletionQuestion['returned'];
};

/** `nothing`: it says nothing that was not asked about before. `challengeId`: whose pages may embed the answer. */
type ClaimedReturn =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'ended' | 'nothing'; readonly challengeId: string }
  | { readonly kind: 'claim'; readonly challengeId: string; readonly claim: StoredClaim };

/**
 * Claims the question what it means that a shopper has come back from the bank. The address proves only that its holder was
 * sent there, or sent somebody: what counts is what the acquirer says. Rule: threeds/return.
 */
export async function claimReturn(core: Core, { name, returned }: ReturnFromBank): Promise<ClaimedReturn> {
  const operationId = name.slice(0, name.lastIndexOf('.'));
  const isOurs = equalDigests(Buffer.from(name), Buffer.from(returnName(core, operationId)));
  if (!isOurs) return { kind: 'unknown' };
  const [operation] = await core.db
    .select({ paymentId: operations.paymentId })
    .from(operations)
    .where(eq(operations.id, operationId));
  if (!operation) return { kind: 'unknown' };
  const read = () =>
    Promise.all([
      findPendingChallenge(core, operationId),
      core.db.select({ key: attempts.key }).from(attempts).where(eq(attempts.operationId, operationId)),
      readProcessorReferences(core, { start: operationId, referred: operationId }),
    ]);
  const [, [pending, asked, references]] = await lockPaymentAndRead(core, operation.paymentId, read);
  if (!pending) return { kind: 'unknown' };
  const { challenge, transaction } = pending;
  const challengeId = challenge.id;
  if (challenge.status !== 'OPEN' || challenge.stage !== 'bank') return { kind: 'ended', challengeId };
  const processorReference = references.get(operationId);
  const question = completionQuestion({ ...transaction, processorReference, returned });
  const isKnown = asked.some(({ key }) => key === question.key) || asked.length >= MAX_QUESTIONS;
  if (isKnown || !isIntactPayment(core, transaction)) return { kind: 'nothing', challengeId };
  await awaitAcquirer(core, challenge);
  const at = core.clock.now();
  return {
    kind: 'claim',
    challengeId,
    claim: await claimQuestion(core, { question, transaction, step: 'complete', at }),
  };
}

/** Queues that the challenge ends by the acquirer's answer alone: its time no longer does. */
const awaitAcquirer = ({ db }: Core, { id, operationId, paymentId }: ChallengeRow) =>
  enqueueWrite(markReturned, db, { id, operationId, paymentId });

const markReturned = statement<Record<string, unknown>, unknown>((db) => {
  const isAtBank = and(
    eq(challenges.id, placeholder('id', challenges.id)),
    eq(challenges.status, 'OPEN'),
    eq(challenges.stage, 'bank'),
  );
  const challengeUpdate = db
    .$with('returned')
    .as(db.update(challenges).set({ stage: 'returned' }).where(isAtBank).returning({ id: challenges.id }));
  const timerDelete = expiryDelete(db);
  return db.with(challengeUpdate, timerDelete).select(orFail).from(challengeUpdate);
});
