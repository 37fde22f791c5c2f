import { and, eq } from 'drizzle-orm';
import type { BillingForm } from '../../contract/billing/billing.ts';
import { lockingQuery } from '../../store/optimistic/locking-query.ts';
import { placeholder } from '../../store/statement.ts';
import type { Core } from '../base/runtime/core.ts';
import type { BillableToken, TokenAndCard } from '../base/runtime/service-dependencies.ts';
import { ownedCard } from '../base/seals/card-owner.ts';
import { cardTokenDigest } from '../base/seals/card-token.ts';
import { isIntactCard, isIntactToken } from '../base/seals/intact-rows.ts';
import { ServiceError } from '../base/service-error.ts';
import { cards } from '../tables/cards.ts';
import { type CardTokenRow, cardTokens } from '../tables/payments.ts';
import { refreshTokens, users, walletSessions } from '../tables/sessions.ts';
import { endOfShortLife } from './issue-card-token.ts';

type Redemption = {
  readonly accountId: number;
  readonly ccToken: string;
  /** The shopper, by the merchant's id. */
  readonly shopper: Shopper;
};
type Shopper = Pick<BillingForm, 'externalID' | 'isGuest'>;

/**
 * The card of a usable `ccToken`. The token's row is locked until the transaction ends. A sandbox token is no
 * shopper's, so it may be billed for any shopper. Raises nothing.
 */
export async function findBillable(core: Core, redemption: Redemption): Promise<BillableToken | undefined> {
  const { accountId, ccToken } = redemption;
  const {
    dependencies: { sandboxTokens },
  } = core;
  const number = sandboxTokens?.numberOf(ccToken);
  return sandboxTokens === undefined || number === undefined
    ? findUsable(core, redemption)
    : sandboxTokens.find(core, { accountId, number });
}

/**
 * Returns what was found, or the card of a sandbox token that is used for the first time. Whatever is wrong with the
 * token, the answer is the same `token_invalid`.
 */
export async function requireBillable(
  core: Core,
  { accountId, ccToken, found }: Omit<Redemption, 'shopper'> & { readonly found: BillableToken | undefined },
): Promise<BillableToken> {
  if (found) return found;
  const {
    dependencies: { sandboxTokens },
  } = core;
  const number = sandboxTokens?.numberOf(ccToken);
  const newAlias =
    number === undefined ? undefined : await sandboxTokens?.exchange(core, { accountId, number });
  if (newAlias) return newAlias;
  throw new ServiceError(
    'token_invalid',
    "Cannot bill the card token: unknown, used, ended or another user's, expected a fresh one from the wallet",
    { param: 'ccToken' },
  );
}

const tokenForUpdate = lockingQuery<{ digest: Uint8Array; accountId: number }, TokenAndCard>(
  { of: cardTokens, lock: 'update', alsoChecked: [cards] },
  (db, versionColumns) =>
    db
      .select({ token: cardTokens, card: ownedCard, ...versionColumns })
      .from(cardTokens)
      .innerJoin(cards, eq(cards.id, cardTokens.cardId))
      .innerJoin(users, eq(users.id, cards.userId))
      .where(
        and(
          eq(cardTokens.digest, placeholder('digest', cardTokens.digest)),
          eq(cardTokens.accountId, placeholder('accountId', cardTokens.accountId)),
        ),
      ),
);

async function findUsable(core: Core, redemption: Redemption): Promise<BillableToken | undefined> {
  const { accountId, ccToken, shopper } = redemption;
  const now = core.clock.now();
  const digest = cardTokenDigest(core, ccToken);
  const [found] = await tokenForUpdate(core.db, { digest, accountId });
  if (!found) return undefined;
  const { token, card } = found;
  if (!isIntactToken(core, token, card)) return undefined;
  const isExpired = token.expiresAt !== null && token.expiresAt <= now;
  const isLate = token.isShortLive && endOfShortLife(token.createdAt) <= now;
  const isUsed = token.isSingleUse && token.consumedBy !== null;
  const isGone = card.status === 'removed' || card.numberCiphertext === null;
  if (isExpired || isLate || isUsed || isGone || !isIntactCard(core, card)) return undefined;
  if (token.walletSessionId === null) return { ...found, isGuest: false };
  const origin = await lockOrigin(core, token.walletSessionId);
  if (origin.user.id !== token.userId) return undefined;
  if (isAnotherUsers(token, origin, shopper) || hasEnded(token, origin, now)) return undefined;
  return { ...found, isGuest: origin.user.isGuest };
}

type Origin = {
  readonly user: typeof users.$inferSelect;
  readonly session: typeof walletSessions.$inferSelect;
  readonly refreshToken: typeof refreshTokens.$inferSelect;
};

const originForShare = lockingQuery<{ walletSessionId: string }, Origin>(
  { of: refreshTokens, lock: 'share', alsoChecked: [walletSessions] },
  (db, versionColumns) =>
    db
      .select({ user: users, session: walletSessions, refreshToken: refreshTokens, ...versionColumns })
      .from(walletSessions)
      .innerJoin(refreshTokens, eq(refreshTokens.id, walletSessions.refreshTokenId))
      .innerJoin(users, eq(users.id, walletSessions.userId))
      .where(eq(walletSessions.id, placeholder('walletSessionId', walletSessions.id))),
);

/** Where a token comes from. A revocation of its refresh token comes before this billing, or waits for it. */
async function lockOrigin({ db }: Core, walletSessionId: string) {
  const [origin] = await originForShare(db, { walletSessionId });
  if (!origin) throw new Error(`Cannot find wallet session ${walletSessionId}: found none, expected one`);
  return origin;
}

/**
 * Once a billing has named the user, each later one has to: a page that copied the token cannot pay a guest's order with
 * it.
 */
function isAnotherUsers(token: CardTokenRow, { user }: Origin, { externalID, isGuest }: Shopper): boolean {
  if (isGuest && !user.isGuest) return true;
  return externalID === undefined ? token.requiresUser : user.externalId !== externalID;
}

/** A lasting token outlives the refresh token that it came from, but not the end of its user. */
function hasEnded(token: CardTokenRow, { user, session, refreshToken }: Origin, now: Date): boolean {
  if (refreshToken.userEndedAt !== null) return true;
  if (token.isSingleUse && refreshToken.revokedAt !== null) return true;
  return user.isGuest && (session.endedAt !== null || refreshToken.expiresAt <= now);
}
