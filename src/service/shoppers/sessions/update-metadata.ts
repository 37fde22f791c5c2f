import { eq } from 'drizzle-orm';
import type { Database } from '../../../store/database.ts';
import type { JsonObject } from '../../base/json-parameter.ts';
import type { Core } from '../../base/runtime/core.ts';
import { users } from '../../tables/sessions.ts';
import type { User } from './find-or-create-user.ts';
import type { UserCaller } from './user-caller.ts';
import { type MetadataChange, mergeMetadata } from './user-metadata.ts';

export async function updateMetadata(
  { db }: Core,
  { caller, change }: { readonly caller: UserCaller; readonly change: MetadataChange },
): Promise<void> {
  const [user] = await db.select().from(users).where(eq(users.id, caller.userId)).for('no key update');
  if (!user) throw new Error('Cannot update the metadata: the session names no user');
  await changeMetadata(db, { user, change });
}

/** Changes the metadata of a user whose row is locked. Returns the metadata after the change. */
export async function changeMetadata(
  db: Database,
  { user, change }: { user: User; change: MetadataChange | undefined },
): Promise<JsonObject> {
  if (change === undefined) return user.metadata;
  const metadata = mergeMetadata(user.metadata, change);
  await db.update(users).set({ metadata }).where(eq(users.id, user.id));
  return metadata;
}
