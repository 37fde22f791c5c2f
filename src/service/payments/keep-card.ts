import { eq } from 'drizzle-orm';
import type { ServiceContext } from '../context.ts';
import { cardTokens } from '../db/tables/payments.ts';
import { listCard } from '../vault/list-card.ts';
import type { Transaction } from './load.ts';

/**
 * The first success with a user's token keeps the card, where it is not kept yet, and the token lasts as long as the card.
 * Returns whether it did: the rows of token and card have changed.
 */
export async function keepCard(
  context: ServiceContext,
  found: Pick<Transaction, 'token' | 'card'>,
): Promise<boolean> {
  const { token, card } = found;
  if (!token.keepOnSuccess) return false;
  // One that was kept before stays as it is, be it removed or replaced meanwhile.
  if (card.status === 'unlisted') await listCard(context, card);
  const lasting = { isSingleUse: false, isShortLive: false, keepOnSuccess: false, expiresAt: null };
  await context.db.update(cardTokens).set(lasting).where(eq(cardTokens.id, token.id));
  return true;
}
