import { and, asc, eq, gt } from 'drizzle-orm';
import type { SessionEvent } from '../../../contract/frame/session-events.ts';
import type { Core } from '../../base/runtime/core.ts';
import type { EventPosition, ReadEvents } from '../../base/runtime/service-dependencies.ts';
import { challenges } from '../../tables/challenges.ts';
import { operations, payments } from '../../tables/payments.ts';
import { type SessionEventRow, sessionEvents } from '../../tables/session-events.ts';
import { challengeEndOf, expiresInMs, type FoundChallenge, openChallengeOf } from './present-challenge.ts';

const MAX_EVENTS = 100;

/**
 * The events after `after`, by the current state. They omit the request for a challenge that has ended or moved to
 * another session. One that moved back counts as not moved.
 */
export async function readChallengeEvents(
  core: Core,
  { walletSessionId, after }: EventPosition,
): Promise<ReadEvents> {
  const rows = await core.db
    .select({ event: sessionEvents, challenge: challenges, operation: operations, payment: payments })
    .from(sessionEvents)
    .innerJoin(challenges, eq(challenges.operationId, sessionEvents.operationId))
    .innerJoin(operations, eq(operations.id, sessionEvents.operationId))
    .innerJoin(payments, eq(payments.id, challenges.paymentId))
    .where(and(eq(sessionEvents.walletSessionId, walletSessionId), gt(sessionEvents.seq, after)))
    .orderBy(asc(sessionEvents.seq))
    .limit(MAX_EVENTS);
  const events = rows.filter(isStillTrue).map(({ event, ...found }) => eventOf(core, event, found));
  return { seq: rows.at(-1)?.event.seq ?? after, events };
}

function isStillTrue({ event, challenge }: FoundChallenge & { readonly event: SessionEventRow }): boolean {
  if (event.type === '3ds_result') return true;
  const isHere = challenge.walletSessionId === event.walletSessionId;
  return event.type === '3ds_moved' ? !isHere : isHere && challenge.status === 'OPEN';
}

function eventOf(core: Core, { seq, type }: SessionEventRow, found: FoundChallenge): SessionEvent {
  const { transactionId: transaction_id } = found.operation;
  if (type === '3ds_required') return { ...openChallengeOf(core, found), seq, type };
  if (type === '3ds_opened') return { seq, type, transaction_id, expires_in_ms: expiresInMs(core, found) };
  if (type === '3ds_moved') return { seq, type, transaction_id, status: found.operation.status };
  return { ...challengeEndOf(found), seq, type };
}
