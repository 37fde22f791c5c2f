import { and, eq, isNull } from 'drizzle-orm';
import { enqueueWrite, orFail, placeholder, readStatement, statement } from '../../../store/statement.ts';
import type { Core } from '../../base/runtime/core.ts';
import type { BankAddress } from '../../base/runtime/service-dependencies.ts';
import { publishSessionEvent } from '../../shoppers/session-events/publish-session-event.ts';
import { accounts } from '../../tables/accounts.ts';
import { type ChallengeRow, challenges } from '../../tables/challenges.ts';
import { payments } from '../../tables/payments.ts';
import { walletSessions } from '../../tables/sessions.ts';
import { timers } from '../../tables/timers.ts';
import type { Transaction } from '../model/transaction.ts';
import { lockPaymentAndRead } from '../payment-lock.ts';
import { digestOf } from './box.ts';
import { openBank } from './open-challenge.ts';
import { isAnswerUnknown, isExpiryOfChallenge, readPendingChallenge } from './pending-challenge.ts';

/** Counted from the first opening. Rule: threeds/time-limits. */
const OPEN_MS = 10 * 60_000;

/** What a box shows. */
export type OpenBox = {
  readonly kind: 'open';
  readonly transaction: Transaction;
  readonly challenge: ChallengeRow;
  readonly shop: Shop;
  /** Where the cardholder is asked; undefined where the sandbox's own issuer asks, or nobody yet. */
  readonly bank: BankAddress | undefined;
};
type Shop = {
  /** Origin that the shopper came from; undefined without a wallet. */
  readonly origin: string | undefined;
  /** Origins that may embed the box. */
  readonly origins: readonly string[];
};

/** `ended`: the capability has expired; `unknown`: it never existed. */
type Box = OpenBox | { readonly kind: 'ended'; readonly shop: Shop } | { readonly kind: 'unknown' };

/** Opens the box of a capability; its first opening shortens the time to answer. */
export async function openBox(core: Core, capability: string): Promise<Box> {
  const [ids] = await challengeOfBox(core.db, { boxDigest: digestOf(capability) });
  if (!ids) return { kind: 'unknown' };
  const { paymentId, operationId } = ids;
  const read = () => Promise.all([readPendingChallenge(core, operationId), shopOf(core, operationId)]);
  const [, [{ challenge, transaction }, shop]] = await lockPaymentAndRead(core, paymentId, read);
  if (challenge.status !== 'OPEN') return { kind: 'ended', shop };
  const bank = openBank(core, challenge);
  if (challenge.stage === 'bank' && !bank) return { kind: 'unknown' };
  return { kind: 'open', transaction, challenge: await recordOpening(core, challenge), shop, bank };
}

/** Whether a box waits for the acquirer. False where it does not any more, or there is none. */
export async function isBoxWaiting({ db }: Pick<Core, 'db'>, capability: string): Promise<boolean> {
  const [challenge] = await db
    .select()
    .from(challenges)
    .where(eq(challenges.boxDigest, digestOf(capability)));
  return challenge !== undefined && isAnswerUnknown(challenge);
}

const challengeOfBox = readStatement<
  { boxDigest: Uint8Array },
  Pick<ChallengeRow, 'paymentId' | 'operationId'>
>((db) =>
  db
    .select({ paymentId: challenges.paymentId, operationId: challenges.operationId })
    .from(challenges)
    .where(eq(challenges.boxDigest, placeholder('boxDigest', challenges.boxDigest))),
);

/** Records the first opening of a box whose challenge is open. Returns the challenge after that. */
async function recordOpening(core: Core, challenge: ChallengeRow): Promise<ChallengeRow> {
  if (challenge.openedAt !== null) return challenge;
  const { id, operationId, paymentId, walletSessionId, expiresAt: latestExpiry } = challenge;
  const openedAt = core.clock.now();
  const answerBy = Math.min(latestExpiry.getTime(), openedAt.getTime() + OPEN_MS);
  // A cardholder who waits has nothing to answer in time.
  const expiresAt = isAnswerUnknown(challenge) ? latestExpiry : new Date(answerBy);
  await enqueueWrite(updateOpening, core.db, { id, operationId, paymentId, openedAt, expiresAt });
  await publishSessionEvent(core, { walletSessionId, operationId, type: '3ds_opened' });
  return { ...challenge, openedAt, expiresAt };
}

const updateOpening = statement<Record<string, unknown>, unknown>((db) => {
  const timerUpdate = db.$with('shortened').as(
    db
      .update(timers)
      .set({ dueAt: placeholder('expiresAt', timers.dueAt) })
      .where(isExpiryOfChallenge())
      .returning({ id: timers.id }),
  );
  const isUnopened = and(
    eq(challenges.id, placeholder('id', challenges.id)),
    eq(challenges.status, 'OPEN'),
    isNull(challenges.openedAt),
  );
  const challengeUpdate = db.$with('opened').as(
    db
      .update(challenges)
      .set({
        openedAt: placeholder('openedAt', challenges.openedAt),
        expiresAt: placeholder('expiresAt', challenges.expiresAt),
      })
      .where(isUnopened)
      .returning({ id: challenges.id }),
  );
  return db.with(timerUpdate, challengeUpdate).select(orFail).from(challengeUpdate);
});

async function shopOf({ db }: Core, operationId: string): Promise<Shop> {
  const [shop] = await shopOfChallenge(db, { operationId });
  if (!shop) throw new Error('Cannot open the box: its payment has no account');
  return { origins: shop.origins, origin: shop.origin ?? undefined };
}

type ShopRow = { readonly origins: string[]; readonly origin: string | null };

const shopOfChallenge = readStatement<{ operationId: string }, ShopRow>((db) =>
  db
    .select({ origins: accounts.origins, origin: walletSessions.origin })
    .from(challenges)
    .innerJoin(payments, eq(payments.id, challenges.paymentId))
    .innerJoin(accounts, eq(accounts.id, payments.accountId))
    .leftJoin(walletSessions, eq(walletSessions.id, challenges.walletSessionId))
    .where(eq(challenges.operationId, placeholder('operationId', challenges.operationId))),
);

/** Origins that may embed the pages of a challenge; none for a challenge that does not exist. */
export async function embeddingOrigins({ db }: Core, challengeId: string): Promise<readonly string[]> {
  const [row] = await db
    .select({ origins: accounts.origins })
    .from(challenges)
    .innerJoin(payments, eq(payments.id, challenges.paymentId))
    .innerJoin(accounts, eq(accounts.id, payments.accountId))
    .where(eq(challenges.id, challengeId));
  return row?.origins ?? [];
}
