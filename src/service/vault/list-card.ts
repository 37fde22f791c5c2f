import { eq } from 'drizzle-orm';
import { networksOf } from '../../contract/cards/brand-detection.ts';
import type { MethodCode } from '../../contract/cards/method-codes.ts';
import type { Core } from '../base/runtime/core.ts';
import { readListedCards } from '../base/seals/listed-cards.ts';
import { lockUser } from '../shoppers/sessions/lock-user.ts';
import { type CardRow, cards, type OwnedCard } from '../tables/cards.ts';

/**
 * Adds a card to its user's list. It takes over the place and the id of a listed card that looks the same. Numbers are not
 * compared, because the list would then tell a guesser when a number is right. The user's row is locked, so that no two
 * cards that look the same are listed at once.
 */
export async function listCard(core: Core, card: OwnedCard): Promise<OwnedCard> {
  const { clock } = core;
  await lockUser(core, card.userId);
  const listedBefore = await readListedCards(core, card.userId);
  const before = listedBefore.find((other) => looksTheSame(other, card));
  if (!before) {
    const isDefault = listedBefore.every((other) => !other.isDefault);
    return updateCard(core, card, { status: 'listed', listedAt: clock.now(), isDefault });
  }
  const { isDefault, listedAt } = before;
  await updateCard(core, before, { status: 'replaced', listedAt: null, isDefault: false });
  return updateCard(core, card, { status: 'listed', publicId: publicIdOf(before), listedAt, isDefault });
}

type CardLook = Pick<CardRow, 'brand' | 'bin' | 'last4'>;

/**
 * Whether two cards look the same in the list and to the page. A renewed card has another expiry, and may go by its
 * other network.
 */
export function looksTheSame(one: CardLook, other: CardLook): boolean {
  if (one.bin !== other.bin || one.last4 !== other.last4) return false;
  const networks: readonly MethodCode[] = networksOf(one.bin);
  return one.brand === other.brand || (networks.includes(one.brand) && networks.includes(other.brand));
}

/** The id that users and merchants know a card by. */
export function publicIdOf({ id, publicId }: CardRow): number {
  return publicId ?? id;
}

async function updateCard(
  { db }: Core,
  { id, owner }: OwnedCard,
  values: Partial<CardRow>,
): Promise<OwnedCard> {
  const [row] = await db.update(cards).set(values).where(eq(cards.id, id)).returning();
  if (!row) throw new Error(`Cannot change card ${id}: the update returned no row, expected one`);
  return { ...row, owner };
}
