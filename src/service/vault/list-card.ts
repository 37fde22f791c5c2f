import { and, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context.ts';
import { type CardRow, cards } from '../db/tables/cards.ts';
import { lockUser } from '../sessions/lock-user.ts';

/**
 * Shows a card among its user's and returns the row that stands for it from now on: the same card listed before takes
 * over the newer expiry, and this row loses its number. The user's row is locked, so a card is listed once.
 */
export async function listCard(context: ServiceContext, card: CardRow): Promise<CardRow> {
  const { db, clock } = context;
  await lockUser(context, card.userId);
  const listed = await db
    .select()
    .from(cards)
    .where(and(eq(cards.userId, card.userId), eq(cards.status, 'listed')));
  const before = listed.find(({ fingerprint }) => Buffer.compare(fingerprint, card.fingerprint) === 0);
  if (!before) {
    const isDefault = listed.every((other) => !other.isDefault);
    return change(context, card.id, { status: 'listed', listedAt: clock.now(), isDefault });
  }
  await change(context, card.id, { numberCiphertext: null, wrappedKey: null });
  const { expMonth, expYear, holderName } = card;
  return change(context, before.id, { expMonth, expYear, holderName });
}

async function change({ db }: ServiceContext, id: number, values: Partial<CardRow>): Promise<CardRow> {
  const [row] = await db.update(cards).set(values).where(eq(cards.id, id)).returning();
  if (!row) throw new Error(`Cannot change card ${id}: the update returned no row, expected one`);
  return row;
}
