import { eq } from 'drizzle-orm';
import type { ServiceContext } from '../context/context.ts';
import { users } from '../tables/sessions.ts';

/**
 * What concerns one user takes turns by the user's row; rows that refer to it can still be written. Before a refresh token
 * and its sessions, never after them.
 */
export async function lockUser({ db }: Pick<ServiceContext, 'db'>, userId: number): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}
