import type { SavedCard } from '../../../contract/frame/wallet-api.ts';
import type { Core } from '../../base/runtime/core.ts';
import { readListedCards } from '../../base/seals/listed-cards.ts';
import type { WalletCaller } from '../../shoppers/sessions/wallet-caller.ts';
import type { CardRow } from '../../tables/cards.ts';
import { isExpired } from '../card-expiry.ts';
import { savedCardOf } from '../present-card.ts';

/** The user's saved cards: default first, then newest, expired last. A guest has none. */
export async function readSavedCards(core: Core, { accountId, userId }: WalletCaller): Promise<SavedCard[]> {
  const now = core.clock.now();
  const ownCards = (await readListedCards(core, userId)).filter((card) => card.accountId === accountId);
  const rank = (card: CardRow) => (isExpired(card, now) ? 2 : card.isDefault ? 0 : 1);
  const listedAt = (card: CardRow) => card.listedAt?.getTime() ?? 0;
  return ownCards
    .toSorted((a, b) => rank(a) - rank(b) || listedAt(b) - listedAt(a) || b.id - a.id)
    .map((card) => savedCardOf(card, now));
}
