import { and, eq } from 'drizzle-orm';
import type { Database } from '../../../store/database.ts';
import { insertWithFreeId } from '../../../store/random-id.ts';
import { users } from '../../tables/sessions.ts';

export type User = typeof users.$inferSelect;
type UserName = { readonly accountId: number; readonly externalId: string; readonly now: Date };

/** Concurrent first calls get the same row, which stays locked until the transaction ends. */
export async function findOrCreateUser(tx: Database, name: UserName): Promise<User> {
  const found = await find(tx, name);
  if (found) return found;
  const { accountId, externalId, now } = name;
  return insertWithFreeId(async () => {
    await tx
      .insert(users)
      .values({ accountId, externalId, isGuest: false, createdAt: now })
      .onConflictDoNothing();
    return find(tx, name);
  });
}

export async function createGuest(
  tx: Database,
  { accountId, now }: { accountId: number; now: Date },
): Promise<User> {
  return insertWithFreeId(async () => {
    const guest = { accountId, isGuest: true, createdAt: now };
    const [created] = await tx.insert(users).values(guest).onConflictDoNothing().returning();
    return created;
  });
}

async function find(tx: Database, { accountId, externalId }: UserName): Promise<User | undefined> {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.accountId, accountId), eq(users.externalId, externalId)))
    .for('no key update');
  return user;
}
