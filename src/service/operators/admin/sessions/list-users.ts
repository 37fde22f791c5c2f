import { and, asc, eq, gt, gte, isNotNull, isNull } from 'drizzle-orm';
import type { AdminUser, UserQuery, UsersAnswer } from '../../../../contract/admin/sessions.ts';
import type { Core } from '../../../base/runtime/core.ts';
import { cards } from '../../../tables/cards.ts';
import { refreshTokens, users } from '../../../tables/sessions.ts';
import { PAGE_READ, pageOf } from '../page.ts';

/** A page of an account's users in the order of its own ids for them: the one order that has an index. */
export async function listUsers(
  { db, clock }: Core,
  { account_id, from, after }: UserQuery,
): Promise<Omit<UsersAnswer, 'status'>> {
  const isListed = and(eq(cards.userId, users.id), eq(cards.status, 'listed'));
  const isInForce = and(
    eq(refreshTokens.userId, users.id),
    isNull(refreshTokens.revokedAt),
    gt(refreshTokens.expiresAt, clock.now()),
  );
  const rows = await db
    .select({
      user: users,
      savedCards: db.$count(cards, isListed),
      tokens: db.$count(refreshTokens, isInForce),
    })
    .from(users)
    .where(
      and(
        eq(users.accountId, account_id),
        isNotNull(users.externalId),
        from === undefined ? undefined : gte(users.externalId, from),
        after === undefined ? undefined : gt(users.externalId, after),
      ),
    )
    .orderBy(asc(users.externalId))
    .limit(PAGE_READ);
  const { page, next } = pageOf(rows, ({ user }) => user.externalId);
  return {
    users: page.map(
      ({ user, savedCards, tokens }): AdminUser => ({
        user_id: user.id,
        external_id: user.externalId ?? '',
        created_at: user.createdAt.toISOString(),
        saved_cards: savedCards,
        refresh_tokens: tokens,
      }),
    ),
    next,
  };
}
