import { randomBytes } from 'node:crypto';
import type { ServiceContext } from '../../context/context.ts';
import type { ChallengeOpening } from '../../context/service-dependencies.ts';
import { tellSession } from '../../session-events/tell-session.ts';
import { challenges } from '../../tables/challenges.ts';
import { setTimer } from '../due.ts';
import { boxDigest } from './box.ts';

/** Counted from the billing call. Rule: threeds/time-limits. */
export const CHALLENGE_LIVES_MS = 15 * 60_000;

/** Asks the cardholder, inside the billing transaction. */
export async function openChallenge(context: ServiceContext, opening: ChallengeOpening): Promise<void> {
  const { paymentId, operationId, walletSessionId, answer, now } = opening;
  const id = randomBytes(16).toString('hex');
  const expiresAt = new Date(now.getTime() + CHALLENGE_LIVES_MS);
  await context.db.insert(challenges).values({
    id,
    operationId,
    paymentId,
    walletSessionId,
    expiresAt,
    boxDigest: boxDigest(context, id),
    status: 'OPEN',
    createdAt: now,
  });
  await setTimer(context, { paymentId, operationId, kind: 'expire-challenge', dueAt: expiresAt });
  await tellSession(context, { walletSessionId, operationId, type: '3ds_required' });
  if (!answer) return;
  const dueAt = new Date(now.getTime() + answer.afterMs);
  await setTimer(context, {
    paymentId,
    operationId,
    kind: 'answer-challenge',
    dueAt,
    outcome: answer.result,
  });
}
