import { randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import type { JsonObject } from '../../base/json-parameter.ts';
import type { Core } from '../../base/runtime/core.ts';
import { ServiceError } from '../../base/service-error.ts';

export const ACCESS_TOKEN_SECONDS = 15 * 60;
const CLOCK_SKEW_SECONDS = 30;
const ALGORITHM = 'ES256';
const TOKEN_TYPE = 'at+jwt';

/** `wallet`: from the token exchange. `users`: from the login endpoint, for the metadata endpoint alone. */
type Audience = 'wallet' | 'users';

const Claims = z.object({
  exp: z.int(),
  sub: z.string().check(z.regex(/^[1-9][0-9]{0,9}$/)),
  acct: z.int(),
  sid: z.string(),
  guest: z.boolean(),
});

/** The owner of a token. */
type Subject = {
  readonly audience: Audience;
  readonly userId: number;
  readonly accountId: number;
  readonly isGuest: boolean;
  readonly sessionId: string;
  readonly metadata?: JsonObject | undefined;
};

export async function signAccessToken(core: Core, subject: Subject): Promise<string> {
  const now = Math.floor(core.clock.now().getTime() / 1000);
  const { privateKey, publicJwk } = core.keys.accessToken.current();
  const claims = { acct: subject.accountId, sid: subject.sessionId, guest: subject.isGuest };
  return new SignJWT(subject.metadata === undefined ? claims : { ...claims, metadata: subject.metadata })
    .setProtectedHeader({ alg: ALGORITHM, typ: TOKEN_TYPE, kid: publicJwk.kid })
    .setIssuer(core.config.baseUrl)
    .setAudience(subject.audience)
    .setSubject(String(subject.userId))
    .setIssuedAt(now)
    .setNotBefore(now)
    .setExpirationTime(now + ACCESS_TOKEN_SECONDS)
    .setJti(randomUUID())
    .sign(privateKey);
}

/** Checks signature, times and audience. Whether the session still lives is for the caller to check. */
export async function verifyAccessToken(
  core: Core,
  { token, audience }: { token: string; audience: Audience },
): Promise<Subject & { readonly expiresAt: Date }> {
  const { payload } = await jwtVerify(token, core.keys.accessToken.verificationKeys, {
    algorithms: [ALGORITHM],
    typ: TOKEN_TYPE,
    issuer: core.config.baseUrl,
    audience,
    clockTolerance: CLOCK_SKEW_SECONDS,
    currentDate: core.clock.now(),
    requiredClaims: ['iat', 'nbf', 'exp', 'jti'],
  }).catch(refuse);
  const claims = Claims.safeParse(payload);
  if (!claims.success) throw accessTokenInvalid();
  const { sub, acct, sid, guest, exp } = claims.data;
  const expiresAt = new Date((exp + CLOCK_SKEW_SECONDS) * 1000);
  return { audience, userId: Number(sub), accountId: acct, isGuest: guest, sessionId: sid, expiresAt };
}

export function accessTokenInvalid() {
  return new ServiceError(
    'access_token_invalid',
    'Cannot authenticate: the access token is not one of this service for this endpoint, or its session has ended',
  );
}

function refuse(error: unknown): never {
  if (!(error instanceof errors.JWTExpired)) throw accessTokenInvalid();
  throw accessTokenExpired('it was made too long ago');
}

export function accessTokenExpired(found: string) {
  return new ServiceError(
    'access_token_expired',
    `Cannot authenticate: the access token has expired, ${found}`,
  );
}
