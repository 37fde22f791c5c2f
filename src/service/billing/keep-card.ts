import { eq } from 'drizzle-orm';
import type { ServiceContext } from '../context.ts';
import { cardTokens } from '../db/tables/payments.ts';
import { listCard } from '../vault/list-card.ts';
import type { Transaction } from './load-transaction.ts';

/**
 * "Save card for later": the first success lists the card, and its token lasts as long as the card. True: so it was, and
 * the rows are others now.
 */
export async function keepCard(
  context: ServiceContext,
  found: Pick<Transaction, 'token' | 'card'>,
): Promise<boolean> {
  const { token, card } = found;
  if (!token.listOnSuccess) return false;
  await listCard(context, card);
  const lasting = { isSingleUse: false, isShortLive: false, listOnSuccess: false, expiresAt: null };
  await context.db.update(cardTokens).set(lasting).where(eq(cardTokens.token, token.token));
  return true;
}
