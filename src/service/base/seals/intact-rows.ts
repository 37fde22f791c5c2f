import type { OwnedCard } from '../../tables/cards.ts';
import type { CardTokenRow } from '../../tables/payments.ts';
import { noteBrokenSeal } from '../audit/broken-seals.ts';
import type { Core } from '../runtime/core.ts';
import { openCardKey } from './card-number.ts';
import { openIntactToken } from './card-token.ts';

/** Whether the card is still its user's, as it was sealed. A card without a number is unusable. Rule: tokens/owners. */
export function isIntactCard(core: Core, card: OwnedCard): boolean {
  const { id, accountId, wrappedKey } = card;
  if (wrappedKey === null) return false;
  if (openCardKey(core.masterKey, card, wrappedKey)) return true;
  noteBrokenSeal(core, { of: 'card', id, accountId });
  return false;
}

/** The `cc_token` for a record that shows which one was used; empty where its row was changed. */
export function tokenOfRecord(core: Core, token: CardTokenRow): string {
  const ccToken = openIntactToken(core, token);
  if (ccToken === undefined)
    noteBrokenSeal(core, { of: 'card token', id: token.id, accountId: token.accountId });
  return ccToken ?? '';
}

/** Whether a token is unchanged since it was sealed, and is for the card. */
export function isIntactToken(core: Core, token: CardTokenRow, card: OwnedCard): boolean {
  const { id, accountId } = token;
  const isOfCard = token.cardId === card.id && token.userId === card.userId && accountId === card.accountId;
  if (isOfCard && openIntactToken(core, token) !== undefined) return true;
  noteBrokenSeal(core, { of: 'card token', id, accountId });
  return false;
}
