import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import type { SavedCard } from '../../../contract/frame/wallet-api.ts';
import type { Core } from '../../base/runtime/core.ts';
import { ownedCard } from '../../base/seals/card-owner.ts';
import { isIntactCard } from '../../base/seals/intact-rows.ts';
import { ServiceError } from '../../base/service-error.ts';
import { lockUser } from '../../shoppers/sessions/lock-user.ts';
import { requireView } from '../../shoppers/sessions/require-view.ts';
import type { WalletCaller } from '../../shoppers/sessions/wallet-caller.ts';
import { cards, type OwnedCard } from '../../tables/cards.ts';
import { users } from '../../tables/sessions.ts';

/** One of the caller's saved cards, or of the removed ones; `id`: its public id. */
export type OwnCard = { readonly caller: WalletCaller; readonly id: number };

/** Returns the card once the user's row is locked: changes of one user's list take turns. */
export async function lockOwnCard(core: Core, ownCard: OwnCard): Promise<OwnedCard> {
  requireView(ownCard.caller, 'MANAGE');
  await lockUser(core, ownCard.caller.userId);
  const [card] = await core.db
    .select(ownedCard)
    .from(cards)
    .innerJoin(users, eq(users.id, cards.userId))
    .where(
      and(hasPublicId(ownCard), inArray(cards.status, ['listed', 'removed']), isNotNull(cards.listedAt)),
    );
  // A removed card's number may have been erased.
  const isOwn = card && (card.wrappedKey === null || isIntactCard(core, card));
  if (!isOwn) throw cardNotFound('not one the user has kept');
  return card;
}

/** Matches a listed card, and the cards that it replaced in the list. */
export function hasPublicId({ caller: { accountId, userId }, id }: OwnCard) {
  const isKnown = or(and(eq(cards.id, id), isNull(cards.publicId)), eq(cards.publicId, id));
  return and(eq(cards.accountId, accountId), eq(cards.userId, userId), isKnown);
}

export function cardNotFound(found: string): ServiceError {
  return new ServiceError('not_found', `Cannot change the card: ${found}`, { param: 'id' });
}

/** The result of a change of a user's list. `isChanged`: false if the list was so before. */
export type CardChange = { readonly isChanged: boolean; readonly methods: SavedCard[] };
