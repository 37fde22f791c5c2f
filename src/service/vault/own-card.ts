import { and, eq, ne } from 'drizzle-orm';
import type { ServiceContext, WalletCaller } from '../context.ts';
import { type CardRow, cards } from '../db/tables/cards.ts';
import { ServiceError } from '../service-error.ts';
import { lockUser } from '../sessions/lock-user.ts';

/** One of the caller's kept cards, or of those removed from them. */
export type OwnCard = { readonly caller: WalletCaller; readonly id: number };

/** The card, once the user's row is locked: changes of one user's list come one after the other. */
export async function lockOwnCard(context: ServiceContext, { caller, id }: OwnCard): Promise<CardRow> {
  const { accountId, userId } = caller;
  await lockUser(context, userId);
  const own = and(eq(cards.accountId, accountId), eq(cards.userId, userId), ne(cards.status, 'unlisted'));
  const [card] = await context.db
    .select()
    .from(cards)
    .where(and(eq(cards.id, id), own));
  if (!card) throw cardNotFound('not one the user has kept');
  return card;
}

export function cardNotFound(found: string): ServiceError {
  return new ServiceError('not_found', `Cannot change the card: ${found}`, { param: 'id' });
}
