import { and, eq, exists, gt, inArray, isNotNull, isNull, lte, not, or, type SQL } from 'drizzle-orm';
import type { Database } from '../../../store/database.ts';
import { inBatches } from '../../../store/in-batches.ts';
import type { Core } from '../../base/runtime/core.ts';
import { cards } from '../../tables/cards.ts';
import { cardTokens } from '../../tables/payments.ts';
import { refreshTokens, users } from '../../tables/sessions.ts';
import { KEPT_MS } from '../prune-tokens.ts';
import { RESTORABLE_MS } from './remove-card.ts';

/**
 * Erases card numbers. A card that was not saved, or was replaced, loses its number a day after its last token ended; a
 * guest's card, a day after the guest's last refresh token did; a removed card, once the removal can no longer be
 * undone. The masked record stays, for the payments made with it.
 */
export async function eraseEndedCards({ db, clock }: Core): Promise<void> {
  const now = clock.now().getTime();
  await erase(db, isEnded(db, new Date(now - KEPT_MS)));
  await erase(db, isRemoved(new Date(now - RESTORABLE_MS)));
}

function erase(db: Database, isErasable: SQL | undefined): Promise<void> {
  return inBatches(db, {
    table: cards,
    isDue: and(isErasable, isNotNull(cards.numberCiphertext)),
    take: (batch) =>
      db
        .update(cards)
        .set({ numberCiphertext: null, wrappedKey: null })
        .where(batch)
        .returning({ id: cards.id }),
  });
}

function isRemoved(before: Date) {
  return and(eq(cards.status, 'removed'), lte(cards.removedAt, before));
}

function isEnded(db: Database, before: Date) {
  return and(
    inArray(cards.status, ['unlisted', 'replaced']),
    lte(cards.createdAt, before),
    not(exists(livingCardTokens(db, before))),
    not(exists(livingGuestTokens(db, before))),
  );
}

function livingCardTokens(db: Database, before: Date) {
  const isLiving = or(isNull(cardTokens.expiresAt), gt(cardTokens.expiresAt, before));
  return db
    .select({ id: cardTokens.id })
    .from(cardTokens)
    .where(and(eq(cardTokens.cardId, cards.id), isLiving));
}

function livingGuestTokens(db: Database, before: Date) {
  const isLiving = and(
    gt(refreshTokens.expiresAt, before),
    or(isNull(refreshTokens.revokedAt), gt(refreshTokens.revokedAt, before)),
  );
  return db
    .select({ id: refreshTokens.id })
    .from(refreshTokens)
    .innerJoin(users, eq(users.id, refreshTokens.userId))
    .where(and(eq(refreshTokens.userId, cards.userId), users.isGuest, isLiving));
}
