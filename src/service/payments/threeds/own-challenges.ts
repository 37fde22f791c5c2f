import { and, asc, eq, gt, inArray, isNull, lte, or, type SQL } from 'drizzle-orm';
import { TransactionId } from '../../../contract/billing/billing.ts';
import type { OpenChallenge } from '../../../contract/frame/session-events.ts';
import type { Core } from '../../base/runtime/core.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { WalletCaller } from '../../shoppers/sessions/wallet-caller.ts';
import { challenges } from '../../tables/challenges.ts';
import { operations, payments } from '../../tables/payments.ts';
import { users, walletSessions } from '../../tables/sessions.ts';
import { lockPayment } from '../payment-lock.ts';
import { digestOf } from './box.ts';
import { type FoundChallenge, openChallengeOf } from './present-challenge.ts';

export type OwnChallenge = {
  readonly caller: WalletCaller;
  readonly transactionId: string;
  /** Capability of a guest's box that this tab has stored. Default: none. */
  readonly box?: string | undefined;
};

/** Challenges with the columns that are shown. */
function selectChallenges({ db }: Core) {
  return db
    .select({ challenge: challenges, operation: operations, payment: payments, session: walletSessions })
    .from(challenges)
    .innerJoin(operations, eq(operations.id, challenges.operationId))
    .innerJoin(payments, eq(payments.id, challenges.paymentId))
    .innerJoin(walletSessions, eq(walletSessions.id, challenges.walletSessionId));
}

/** Like `findOwnChallenge`, with the payment locked until the transaction ends. */
export async function lockOwnChallenge(core: Core, ownChallenge: OwnChallenge): Promise<FoundChallenge> {
  const found = await findOwnChallenge(core, ownChallenge);
  await lockPayment(core, found.payment.id);
  return findOwnChallenge(core, ownChallenge);
}

/**
 * A guest's challenge on a page of the caller's origin, found by its box's capability. A guest who reloads the page
 * becomes another guest, but the tab still has the capability.
 */
function isOfKeptBox({ db }: Core, { caller, box }: Pick<OwnChallenge, 'caller' | 'box'>) {
  if (box === undefined) return undefined;
  const guests = db.select({ id: users.id }).from(users).where(eq(users.isGuest, true));
  return and(
    eq(payments.accountId, caller.accountId),
    eq(challenges.boxDigest, digestOf(box)),
    inArray(payments.userId, guests),
    isOfOwnOrigin({ db }, caller),
  );
}

/** Challenges whose wallet is on a page of the caller's origin. */
function isOfOwnOrigin({ db }: Pick<Core, 'db'>, { walletSessionId }: WalletCaller) {
  const ownOrigin = db
    .select({ origin: walletSessions.origin })
    .from(walletSessions)
    .where(eq(walletSessions.id, walletSessionId));
  return inArray(walletSessions.origin, ownOrigin);
}

/** Challenges of the merchant that the caller's refresh token was made for, or that came to its own session. */
function isOfOwnMerchant({ walletSessionId, merchantId }: WalletCaller) {
  if (merchantId === null) return undefined;
  return or(eq(payments.merchantId, merchantId), eq(challenges.walletSessionId, walletSessionId));
}

/** Open challenges of this session, or of one without a listener. */
function isWaiting({ clock }: Core, { walletSessionId }: WalletCaller) {
  const now = clock.now();
  const isGone = or(isNull(walletSessions.listeningUntil), lte(walletSessions.listeningUntil, now));
  const isFree = or(eq(walletSessions.id, walletSessionId), isGone);
  return and(eq(challenges.status, 'OPEN'), gt(challenges.expiresAt, now), isFree);
}

/**
 * The challenge of a payment of the caller on pages of this origin, one that the caller's session has taken up, or a
 * guest's whose box this tab has kept.
 * Raises `transaction_not_found` for a challenge of another caller and for none alike.
 */
export async function findOwnChallenge(core: Core, { caller, transactionId, box }: OwnChallenge) {
  const { accountId, userId, walletSessionId } = caller;
  const isOwn = or(
    and(eq(payments.userId, userId), isOfOwnOrigin(core, caller)),
    eq(challenges.walletSessionId, walletSessionId),
    isOfKeptBox(core, { caller, box }),
  );
  const isOwnById = and(
    eq(operations.accountId, accountId),
    isOwn,
    isOfOwnMerchant(caller),
    eq(operations.transactionId, transactionId),
  );
  // A malformed id names nothing, and the store may refuse to compare it.
  const canExist = TransactionId.safeParse(transactionId).success;
  const [found] = canExist ? await selectChallenges(core).where(isOwnById) : [];
  if (found) return found;
  throw new ServiceError(
    'transaction_not_found',
    'Cannot find the challenge: no payment of this shopper that asked for one has the id',
  );
}

/**
 * Challenges that wait for this shopper on this shop's pages: made by this session, or by one that no longer has a
 * listener. Oldest first.
 */
export function listChallenges(core: Core, caller: WalletCaller): Promise<OpenChallenge[]> {
  const { accountId, userId } = caller;
  const isOwn = and(eq(payments.accountId, accountId), eq(payments.userId, userId));
  return listWaiting(core, { caller, isTheirs: and(isOwn, isOfOwnOrigin(core, caller)) });
}

type KeptBox = { readonly caller: WalletCaller; readonly box: string };

/** The waiting challenge of a guest whose box the caller's tab has stored; empty if there is none. */
export function listKeptChallenges(core: Core, { caller, box }: KeptBox) {
  return listWaiting(core, { caller, isTheirs: isOfKeptBox(core, { caller, box }) });
}

type ChallengeFilter = { readonly caller: WalletCaller; readonly isTheirs: SQL | undefined };

async function listWaiting(core: Core, { caller, isTheirs }: ChallengeFilter): Promise<OpenChallenge[]> {
  const found = await selectChallenges(core)
    .where(and(isTheirs, isOfOwnMerchant(caller), isWaiting(core, caller)))
    .orderBy(asc(challenges.createdAt));
  return found.map((challenge) => openChallengeOf(core, challenge));
}
