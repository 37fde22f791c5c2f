import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import {
  enqueueWrite,
  placeholder,
  rowPlaceholders,
  rowValues,
  statement,
} from '../../../store/statement.ts';
import type { Core } from '../../base/runtime/core.ts';
import type {
  BankAddress,
  NewChallenge,
  WaitingCardholder,
} from '../../base/runtime/service-dependencies.ts';
import { publishSessionEvent } from '../../shoppers/session-events/publish-session-event.ts';
import { type ChallengeRow, challenges } from '../../tables/challenges.ts';
import { SHOPPER_ANSWERS_WITHIN_MS, setTimer } from '../timers.ts';
import { boxDigest } from './box.ts';

/** How long a box that waits for the acquirer is offered again. Nothing ends then. */
const WAITING_BOX_MS = 60 * 60_000;

/** Queues a challenge, its timers and its session event, with the commit. A box that has waited stays where it is. */
export async function openChallenge(core: Core, newChallenge: NewChallenge): Promise<ChallengeRow> {
  const { paymentId, operationId, walletSessionId, before, answer, bank, now } = newChallenge;
  const expiresAt = new Date(now.getTime() + SHOPPER_ANSWERS_WITHIN_MS);
  const stage = bank ? ('bank' as const) : ('issuer' as const);
  const known = before ?? newRow(core, newChallenge);
  const sealedBank = bank ? sealBank(core, known, bank) : null;
  const challenge: ChallengeRow = { ...known, stage, expiresAt, openedAt: null, bank: sealedBank };
  if (before) await moveStage(core, challenge);
  else await insert(core, challenge);
  await setTimer(core, { paymentId, operationId, kind: 'expire-challenge', dueAt: expiresAt });
  if (!before) await publishSessionEvent(core, { walletSessionId, operationId, type: '3ds_required' });
  if (answer) {
    const dueAt = new Date(now.getTime() + answer.afterMs);
    const outcome = answer.result;
    await setTimer(core, { paymentId, operationId, kind: 'answer-challenge', dueAt, outcome });
  }
  return challenge;
}

/** Queues a box to wait in, and its session event, with the commit. It has no timer: an answer that is late ends nothing. */
export async function openWaitingBox(core: Core, cardholder: WaitingCardholder): Promise<ChallengeRow> {
  const { operationId, walletSessionId } = cardholder;
  const challenge = newRow(core, cardholder);
  await insert(core, challenge);
  await publishSessionEvent(core, { walletSessionId, operationId, type: '3ds_required' });
  return challenge;
}

/** The cardholder may try again, for as long as there was time before. */
export async function reopenBank(core: Core, challenge: ChallengeRow): Promise<ChallengeRow> {
  const { paymentId, operationId, expiresAt: dueAt } = challenge;
  const open: ChallengeRow = { ...challenge, stage: 'bank' };
  await moveStage(core, open);
  await setTimer(core, { paymentId, operationId, kind: 'expire-challenge', dueAt });
  return open;
}

function newRow(
  core: Core,
  { paymentId, operationId, walletSessionId, now }: WaitingCardholder,
): ChallengeRow {
  const id = randomBytes(16).toString('hex');
  return {
    id,
    operationId,
    paymentId,
    walletSessionId,
    expiresAt: new Date(now.getTime() + WAITING_BOX_MS),
    boxDigest: boxDigest(core, id),
    status: 'OPEN',
    stage: 'waiting',
    bank: null,
    lateResult: null,
    openedAt: null,
    wrongCodes: 0,
    endedAt: null,
    createdAt: now,
  };
}

const insert = ({ db }: Core, challenge: ChallengeRow) =>
  enqueueWrite(insertChallenge, db, rowValues(challenges, challenge));

const insertChallenge = statement<Record<string, unknown>, { id: string }>((db) =>
  db.insert(challenges).values(rowPlaceholders(challenges)).returning({ id: challenges.id }),
);

const moveStage = ({ db }: Core, { id, stage, bank, expiresAt, openedAt }: ChallengeRow) =>
  enqueueWrite(updateStage, db, { id, stage, bank, expiresAt, openedAt });

const updateStage = statement<Record<string, unknown>, { id: string }>((db) =>
  db
    .update(challenges)
    .set({
      stage: placeholder('stage', challenges.stage),
      bank: placeholder('bank', challenges.bank),
      expiresAt: placeholder('expiresAt', challenges.expiresAt),
      openedAt: placeholder('openedAt', challenges.openedAt),
    })
    .where(and(eq(challenges.id, placeholder('id', challenges.id)), eq(challenges.status, 'OPEN')))
    .returning({ id: challenges.id }),
);

/** What the seal of an address is bound to. */
export const bankContext = ({ id }: Pick<ChallengeRow, 'id'>) => `3ds-bank:${id}`;

function sealBank({ masterKey }: Core, challenge: Pick<ChallengeRow, 'id'>, bank: BankAddress) {
  return masterKey.seal(Buffer.from(JSON.stringify(bank)), bankContext(challenge));
}

/** Where a box leads; undefined where it leads nowhere, or its row was changed. */
export function openBank({ masterKey }: Core, challenge: ChallengeRow): BankAddress | undefined {
  const bytes = challenge.bank && masterKey.openUnder(challenge.bank, [bankContext(challenge)]);
  return bytes ? JSON.parse(Buffer.from(bytes).toString()) : undefined;
}
