import { and, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context.ts';
import { cards } from '../db/tables/cards.ts';
import { cardTokens } from '../db/tables/payments.ts';
import { refreshTokens, users, walletSessions } from '../db/tables/sessions.ts';
import { ServiceError } from '../service-error.ts';
import { exchangeSandboxToken, findSandboxCard, sandboxNumber, type TokenAndCard } from './sandbox-token.ts';

type Redeeming = { readonly accountId: number; readonly ccToken: string };

/** The card a usable `ccToken` stands for, its token row locked until the transaction ends. Raises nothing. */
export async function findRedeemable(
  context: ServiceContext,
  redeeming: Redeeming,
): Promise<TokenAndCard | undefined> {
  const { accountId, ccToken } = redeeming;
  const number = sandboxNumber(ccToken);
  return number === undefined
    ? findUsable(context, redeeming)
    : findSandboxCard(context, { accountId, number });
}

/**
 * What was found, or the card of a sandbox token that is used for the first time. Whatever is wrong with the token, the
 * answer is the same `token_invalid`.
 */
export async function redeemToken(
  context: ServiceContext,
  { accountId, ccToken, found }: Redeeming & { readonly found: TokenAndCard | undefined },
): Promise<TokenAndCard> {
  if (found) return found;
  const number = sandboxNumber(ccToken);
  const made = number === undefined ? undefined : await exchangeSandboxToken(context, { accountId, number });
  if (made) return made;
  throw new ServiceError(
    'token_invalid',
    'Cannot bill the card token: unknown, used or expired, expected a fresh one from the wallet',
    { param: 'ccToken' },
  );
}

async function findUsable(
  context: ServiceContext,
  { accountId, ccToken }: Redeeming,
): Promise<TokenAndCard | undefined> {
  const now = context.clock.now();
  const [row] = await context.db
    .select({ token: cardTokens, card: cards, isGuest: users.isGuest })
    .from(cardTokens)
    .innerJoin(cards, eq(cards.id, cardTokens.cardId))
    .innerJoin(users, eq(users.id, cardTokens.userId))
    .where(and(eq(cardTokens.token, ccToken), eq(cardTokens.accountId, accountId)))
    .for('update', { of: cardTokens });
  if (!row) return undefined;
  const { token, card, isGuest } = row;
  const isOver = token.expiresAt !== null && token.expiresAt <= now;
  const isUsed = token.isSingleUse && token.consumedBy !== null;
  const isGone = card.status === 'removed' || card.numberCiphertext === null;
  if (isOver || isUsed || isGone) return undefined;
  if (isGuest && !(await isSessionLive(context, token.walletSessionId))) return undefined;
  return { token, card };
}

async function isSessionLive({ db, clock }: ServiceContext, id: string | null): Promise<boolean> {
  if (id === null) return false;
  const [row] = await db
    .select({ session: walletSessions, refreshToken: refreshTokens })
    .from(walletSessions)
    .innerJoin(refreshTokens, eq(refreshTokens.id, walletSessions.refreshTokenId))
    .where(eq(walletSessions.id, id));
  if (!row) return false;
  const { session, refreshToken } = row;
  return session.endedAt === null && refreshToken.revokedAt === null && refreshToken.expiresAt > clock.now();
}
