import { randomBytes } from 'node:crypto';
import { enqueueWrite, rowPlaceholders, rowValues, statement } from '../../../store/statement.ts';
import type { Core } from '../../base/runtime/core.ts';
import type { NewChallenge } from '../../base/runtime/service-dependencies.ts';
import { publishSessionEvent } from '../../shoppers/session-events/publish-session-event.ts';
import { type ChallengeRow, challenges } from '../../tables/challenges.ts';
import { SHOPPER_ANSWERS_WITHIN_MS, setTimer } from '../timers.ts';
import { boxDigest } from './box.ts';

/** Queues a challenge, its timers and its session event, in the billing's transaction. */
export async function openChallenge(core: Core, newChallenge: NewChallenge): Promise<ChallengeRow> {
  const { paymentId, operationId, walletSessionId, answer, now } = newChallenge;
  const id = randomBytes(16).toString('hex');
  const expiresAt = new Date(now.getTime() + SHOPPER_ANSWERS_WITHIN_MS);
  const challenge: ChallengeRow = {
    id,
    operationId,
    paymentId,
    walletSessionId,
    expiresAt,
    boxDigest: boxDigest(core, id),
    status: 'OPEN',
    lateResult: null,
    openedAt: null,
    wrongCodes: 0,
    endedAt: null,
    createdAt: now,
  };
  await enqueueWrite(insertChallenge, core.db, rowValues(challenges, challenge));
  await setTimer(core, { paymentId, operationId, kind: 'expire-challenge', dueAt: expiresAt });
  await publishSessionEvent(core, { walletSessionId, operationId, type: '3ds_required' });
  if (answer) {
    const dueAt = new Date(now.getTime() + answer.afterMs);
    const outcome = answer.result;
    await setTimer(core, { paymentId, operationId, kind: 'answer-challenge', dueAt, outcome });
  }
  return challenge;
}

const insertChallenge = statement<Record<string, unknown>, { id: string }>((db) =>
  db.insert(challenges).values(rowPlaceholders(challenges)).returning({ id: challenges.id }),
);
