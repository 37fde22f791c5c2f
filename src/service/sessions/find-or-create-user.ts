import { and, eq } from 'drizzle-orm';
import type { Database } from '../context.ts';
import { users } from '../db/tables/sessions.ts';

export type User = typeof users.$inferSelect;
type UserName = { readonly accountId: number; readonly externalId: string; readonly now: Date };

/** Concurrent first calls get the same row; it stays locked until the transaction ends. */
export async function findOrCreateUser(tx: Database, name: UserName): Promise<User> {
  const found = await find(tx, name);
  if (found) return found;
  const { accountId, externalId, now } = name;
  await tx
    .insert(users)
    .values({ accountId, externalId, isGuest: false, createdAt: now })
    .onConflictDoNothing();
  const created = await find(tx, name);
  if (!created) throw new Error('Cannot create the user: the row is gone again');
  return created;
}

export async function createGuest(
  tx: Database,
  { accountId, now }: { accountId: number; now: Date },
): Promise<User> {
  const [guest] = await tx.insert(users).values({ accountId, isGuest: true, createdAt: now }).returning();
  if (!guest) throw new Error('Cannot create the guest: the store returned no row');
  return guest;
}

async function find(tx: Database, { accountId, externalId }: UserName): Promise<User | undefined> {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.accountId, accountId), eq(users.externalId, externalId)))
    .for('no key update');
  return user;
}
