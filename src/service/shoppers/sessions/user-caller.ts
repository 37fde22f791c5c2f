import { and, eq } from 'drizzle-orm';
import type { Core } from '../../base/runtime/core.ts';
import { loginSessions } from '../../tables/sessions.ts';
import { accessTokenInvalid, verifyAccessToken } from './access-token.ts';

/** A merchant's backend that acts as one of its users. */
export type UserCaller = { readonly accountId: number; readonly userId: number };

/** The caller behind an access token of the login endpoint. */
export async function userCaller(core: Core, token: string): Promise<UserCaller> {
  const { userId, accountId, sessionId } = await verifyAccessToken(core, { token, audience: 'users' });
  const [session] = await core.db
    .select({ id: loginSessions.id })
    .from(loginSessions)
    .where(and(eq(loginSessions.id, sessionId), eq(loginSessions.userId, userId)));
  if (!session) throw accessTokenInvalid();
  return { accountId, userId };
}
