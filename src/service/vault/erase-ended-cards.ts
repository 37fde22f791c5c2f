import { and, eq, exists, gt, inArray, isNotNull, isNull, lte, not, or } from 'drizzle-orm';
import type { Database, ServiceContext } from '../context.ts';
import { cards } from '../db/tables/cards.ts';
import { cardTokens } from '../db/tables/payments.ts';
import { refreshTokens, users } from '../db/tables/sessions.ts';
import { RESTORABLE_MS } from './restore-card.ts';

const KEPT_MS = 86_400_000;
const BATCH = 500;

/**
 * Erases the numbers of cards that nobody kept, a day after the last token for them ended; of a guest's, after the
 * guest's last refresh token did; of a removed one, when the removal cannot be undone any more. The masked record
 * stays, for the payments made with it.
 */
export async function eraseEndedCards({ db, clock }: ServiceContext): Promise<void> {
  const now = clock.now().getTime();
  const before = new Date(now - KEPT_MS);
  for (let erased = BATCH; erased === BATCH; ) erased = await eraseBatch(db, before);
  await eraseRemoved(db, new Date(now - RESTORABLE_MS));
}

async function eraseRemoved(db: Database, before: Date): Promise<void> {
  const isOver = and(eq(cards.status, 'removed'), lte(cards.removedAt, before));
  await db
    .update(cards)
    .set({ numberCiphertext: null, wrappedKey: null })
    .where(and(isOver, isNotNull(cards.numberCiphertext)));
}

async function eraseBatch(db: Database, before: Date): Promise<number> {
  const ended = db
    .select({ id: cards.id })
    .from(cards)
    .where(
      and(
        eq(cards.status, 'unlisted'),
        isNotNull(cards.numberCiphertext),
        lte(cards.createdAt, before),
        not(exists(livingCardTokens(db, before))),
        not(exists(livingGuestTokens(db, before))),
      ),
    )
    .limit(BATCH);
  const erased = await db
    .update(cards)
    .set({ numberCiphertext: null, wrappedKey: null })
    .where(and(inArray(cards.id, ended), eq(cards.status, 'unlisted')))
    .returning({ id: cards.id });
  return erased.length;
}

function livingCardTokens(db: Database, before: Date) {
  const isLiving = or(isNull(cardTokens.expiresAt), gt(cardTokens.expiresAt, before));
  return db
    .select({ token: cardTokens.token })
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
