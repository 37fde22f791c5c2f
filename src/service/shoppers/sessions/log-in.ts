import { randomUUID } from 'node:crypto';
import { and, eq, lt } from 'drizzle-orm';
import type { Database } from '../../../store/database.ts';
import type { JsonObject } from '../../base/json-parameter.ts';
import type { Core } from '../../base/runtime/core.ts';
import { ServiceError } from '../../base/service-error.ts';
import { loginSessions } from '../../tables/sessions.ts';
import { ACCESS_TOKEN_SECONDS, signAccessToken } from './access-token.ts';
import { findOrCreateUser } from './find-or-create-user.ts';
import { changeMetadata } from './update-metadata.ts';
import { type MetadataChange, metadataBytes } from './user-metadata.ts';

/** Node takes at most 16 KB of request headers, and the token travels in one. */
const MAX_TOKEN_METADATA_BYTES = 4 * 1024;

type Login = {
  readonly accountId: number;
  readonly externalId: string;
  readonly withMetadata: boolean;
  readonly custom: MetadataChange | undefined;
};

/** Creates the user when the account has none with that id. */
export async function logIn(
  core: Core,
  { accountId, externalId, withMetadata, custom: change }: Login,
): Promise<{ userId: number; accessToken: string }> {
  const { db, clock } = core;
  const now = clock.now();
  const user = await findOrCreateUser(db, { accountId, externalId, now });
  const userId = user.id;
  const metadata = await changeMetadata(db, { user, change });
  if (withMetadata) refuseLarge(metadata);
  const sessionId = await openSession(db, { userId, now });
  const accessToken = await signAccessToken(core, {
    audience: 'users',
    userId,
    accountId,
    isGuest: false,
    sessionId,
    metadata: withMetadata ? metadata : undefined,
  });
  return { userId, accessToken };
}

/** Also clears the user's ended sessions, so that they never pile up. */
async function openSession(db: Database, { userId, now }: { userId: number; now: Date }): Promise<string> {
  await db
    .delete(loginSessions)
    .where(and(eq(loginSessions.userId, userId), lt(loginSessions.expiresAt, now)));
  const id = randomUUID();
  const expiresAt = new Date(now.getTime() + 2 * ACCESS_TOKEN_SECONDS * 1000);
  await db.insert(loginSessions).values({ id, userId, expiresAt });
  return id;
}

function refuseLarge(metadata: JsonObject) {
  if (metadataBytes(metadata) <= MAX_TOKEN_METADATA_BYTES) return;
  throw new ServiceError(
    'metadata_too_large_for_token',
    `Cannot put the metadata into the access token: more than ${MAX_TOKEN_METADATA_BYTES} bytes as JSON`,
    { param: 'withMetadata' },
  );
}
