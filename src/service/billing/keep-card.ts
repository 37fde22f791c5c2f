import { eq } from 'drizzle-orm';
import type { ServiceContext } from '../context.ts';
import { cardTokens, payments } from '../db/tables/payments.ts';
import { listCard } from '../vault/list-card.ts';
import type { Transaction } from './load-transaction.ts';

/**
 * "Save card for later": the first success lists the card, and its token lasts as long as the card. True: so it was, and
 * the rows are others now.
 */
export async function keepCard(
  context: ServiceContext,
  found: Pick<Transaction, 'payment' | 'token' | 'card'>,
): Promise<boolean> {
  const { payment, token, card } = found;
  if (!token.listOnSuccess) return false;
  const { id: cardId } = await listCard(context, card);
  const lasting = { isSingleUse: false, isShortLive: false, listOnSuccess: false, expiresAt: null };
  await context.db
    .update(cardTokens)
    .set({ ...lasting, cardId })
    .where(eq(cardTokens.token, token.token));
  await context.db.update(payments).set({ cardId }).where(eq(payments.id, payment.id));
  return true;
}
