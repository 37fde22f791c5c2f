import { eq, getTableColumns, sql } from 'drizzle-orm';
import { cards } from '../../tables/cards.ts';
import { users } from '../../tables/sessions.ts';
import type { Core } from '../runtime/core.ts';

/** SQL of a user's name in a seal, over the table `users`. */
export const ownerName = sql<string>`case when ${users.isSandbox} then 'sandbox' when ${users.isGuest} then 'guest' else 'user ' || coalesce(${users.externalId}, '') end`;

/** What to select of cards that are joined to their users. */
export const ownedCard = { ...getTableColumns(cards), owner: ownerName };

export async function readOwner({ db }: Pick<Core, 'db'>, userId: number): Promise<string> {
  const [user] = await db.select({ owner: ownerName }).from(users).where(eq(users.id, userId));
  if (!user) throw new Error(`Cannot seal a card for user ${userId}: found none, expected one`);
  return user.owner;
}
