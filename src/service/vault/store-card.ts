import { eq } from 'drizzle-orm';
import type { IssuerCode } from '../../contract/cards/method-codes.ts';
import { insertWithFreeId } from '../../store/random-id.ts';
import type { Core } from '../base/runtime/core.ts';
import { cardNumberDigest, sealCardNumber } from '../base/seals/card-number.ts';
import { readOwner } from '../base/seals/card-owner.ts';
import { cards, type OwnedCard } from '../tables/cards.ts';
import type { CardExpiry } from './card-expiry.ts';

type NewCard = CardExpiry & {
  readonly accountId: number;
  readonly userId: number;
  readonly brand: IssuerCode;
  readonly number: string;
  readonly holderName: string;
};

/** Stores a judged card, unlisted. The caller's transaction must hold both statements: the number is bound to the row's id. */
export async function storeCard(core: Core, { number, ...card }: NewCard): Promise<OwnedCard> {
  const { db, clock, masterKey } = core;
  const row = {
    ...card,
    status: 'unlisted' as const,
    bin: number.slice(0, 6),
    last4: number.slice(-4),
    numberDigest: cardNumberDigest(masterKey, card.accountId, number),
    createdAt: clock.now(),
  };
  const inserted = await insertCard(core, row);
  const seal = sealCardNumber(masterKey, inserted, number);
  await db.update(cards).set(seal).where(eq(cards.id, inserted.id));
  return { ...inserted, ...seal };
}

/** Inserts a row of what can be billed, under an id of its own. */
export async function insertCard(core: Core, row: typeof cards.$inferInsert): Promise<OwnedCard> {
  const { db } = core;
  const owner = await readOwner(core, row.userId);
  const card = await insertWithFreeId(async () => {
    const [card] = await db.insert(cards).values(row).onConflictDoNothing({ target: cards.id }).returning();
    return card;
  });
  return { ...card, owner };
}
