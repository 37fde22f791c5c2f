import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { ServiceError } from '../base/service-error.ts';
import type { ServiceContext, WalletCaller } from '../context/context.ts';
import { lockUser } from '../sessions/lock-user.ts';
import { requireView } from '../sessions/require-view.ts';
import { type CardRow, cards } from '../tables/cards.ts';

/** One of the caller's kept cards, or of the removed ones; `id`: the id it is known by. */
export type OwnCard = { readonly caller: WalletCaller; readonly id: number };

/** Returns the card once the user's row is locked: changes of one user's list take turns. */
export async function lockOwnCard(context: ServiceContext, own: OwnCard): Promise<CardRow> {
  requireView(own.caller, 'MANAGE');
  await lockUser(context, own.caller.userId);
  const [card] = await context.db
    .select()
    .from(cards)
    .where(and(hasPublicId(own), inArray(cards.status, ['listed', 'removed']), isNotNull(cards.listedAt)));
  if (!card) throw cardNotFound('not one the user has kept');
  return card;
}

/** Matches the card and those whose place in the list it took. */
export function hasPublicId({ caller: { accountId, userId }, id }: OwnCard) {
  const isKnown = or(and(eq(cards.id, id), isNull(cards.publicId)), eq(cards.publicId, id));
  return and(eq(cards.accountId, accountId), eq(cards.userId, userId), isKnown);
}

export function cardNotFound(found: string): ServiceError {
  return new ServiceError('not_found', `Cannot change the card: ${found}`, { param: 'id' });
}
