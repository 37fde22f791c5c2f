import { eq } from 'drizzle-orm';
import type { Core } from '../../base/runtime/core.ts';
import { users } from '../../tables/sessions.ts';

/**
 * Locks the user's row, so that changes of one user take turns. Rows that refer to it can still be written. Take this
 * lock before those of a refresh token and its sessions, never after them.
 */
export async function lockUser({ db }: Pick<Core, 'db'>, userId: number): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}
