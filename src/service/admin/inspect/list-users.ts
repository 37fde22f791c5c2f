import { and, asc, eq, gt, gte, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { AdminUser, UserQuery, UsersAnswer } from '../../../contract/admin/sessions.ts';
import type { ServiceContext } from '../../context/context.ts';
import { cards } from '../../tables/cards.ts';
import { refreshTokens, users } from '../../tables/sessions.ts';
import { PAGE_READ, PAGE_SIZE } from '../page.ts';

/** A page of an account's users in the order of its own ids for them: the one order that has an index. */
export async function listUsers(
  context: ServiceContext,
  { account_id, from, after }: UserQuery,
): Promise<Omit<UsersAnswer, 'status'>> {
  const rows = await context.db
    .select()
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
  const page = rows.slice(0, PAGE_SIZE);
  const counts = await countsOf(
    context,
    page.map(({ id }) => id),
  );
  return {
    users: page.map(({ id, externalId, createdAt }): AdminUser => {
      const of = (ids: readonly { readonly userId: number }[]) =>
        ids.filter(({ userId }) => userId === id).length;
      return {
        user_id: id,
        external_id: externalId ?? '',
        created_at: createdAt.toISOString(),
        saved_cards: of(counts.listed),
        refresh_tokens: of(counts.inForce),
      };
    }),
    next: rows.length > PAGE_SIZE ? (page.at(-1)?.externalId ?? null) : null,
  };
}

async function countsOf({ db, clock }: ServiceContext, ids: readonly number[]) {
  const listed = await db
    .select({ userId: cards.userId })
    .from(cards)
    .where(and(inArray(cards.userId, [...ids]), eq(cards.status, 'listed')));
  const inForce = await db
    .select({ userId: refreshTokens.userId })
    .from(refreshTokens)
    .where(
      and(
        inArray(refreshTokens.userId, [...ids]),
        isNull(refreshTokens.revokedAt),
        gt(refreshTokens.expiresAt, clock.now()),
      ),
    );
  return { listed, inForce };
}
