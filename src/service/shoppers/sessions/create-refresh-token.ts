import type { View } from '../../../contract/forms/settings.ts';
import type { Core } from '../../base/runtime/core.ts';
import { ServiceError } from '../../base/service-error.ts';
import { refreshTokens } from '../../tables/sessions.ts';
import { createGuest, findOrCreateUser } from './find-or-create-user.ts';
import { newRefreshToken, refreshTokenDigest, refreshTokenSeal } from './refresh-token.ts';
import { changeMetadata } from './update-metadata.ts';
import type { MetadataChange } from './user-metadata.ts';
import { merchantOfHint, walletHint } from './wallet-hint.ts';

const DAY_SECONDS = 86_400;
const MIN_SECONDS = 60;
const MAX_SECONDS = 30 * DAY_SECONDS;
export const LONGEST_GUEST_SECONDS = DAY_SECONDS;

type TokenRequest = {
  readonly accountId: number;
  /** Undefined makes a guest. */
  readonly externalId: string | undefined;
  /** Seconds. */
  readonly ttl: number | undefined;
  readonly custom: MetadataChange | undefined;
  /** The one view it opens. Default: both. */
  readonly view?: View | undefined;
  /** The one merchant of the token. Default: each that pages may name. */
  readonly merchantId?: number | undefined;
};

/** The token is shown once; only its digest is stored. `hint`: what a wallet of the token shows first. */
type NewToken = { readonly refreshToken: string; readonly hint: string };

export async function createRefreshToken(core: Core, request: TokenRequest): Promise<NewToken> {
  const { db, clock } = core;
  const { accountId, externalId, custom: change } = request;
  const seconds = lifetime(request);
  const merchant = await merchantOfHint(core, request);
  const now = clock.now();
  const refreshToken = newRefreshToken();
  const user =
    externalId === undefined
      ? await createGuest(db, { accountId, now })
      : await findOrCreateUser(db, { accountId, externalId, now });
  await changeMetadata(db, { user, change });
  const grant = {
    digest: refreshTokenDigest(refreshToken),
    accountId,
    userId: user.id,
    view: request.view ?? null,
    merchantId: request.merchantId ?? null,
    expiresAt: new Date(now.getTime() + seconds * 1000),
  };
  const seal = refreshTokenSeal(core, grant);
  await db.insert(refreshTokens).values({ ...grant, seal, createdAt: now });
  const hint = await walletHint(core, {
    userId: externalId === undefined ? undefined : user.id,
    merchant,
  });
  return { refreshToken, hint };
}

/** Refuses a `ttl` out of bounds: to cut it would hide the caller's mistake. */
function lifetime({ ttl = DAY_SECONDS, externalId }: TokenRequest): number {
  const longest = externalId === undefined ? LONGEST_GUEST_SECONDS : MAX_SECONDS;
  if (ttl >= MIN_SECONDS && ttl <= longest) return ttl;
  throw new ServiceError(
    'parameter_invalid',
    `Cannot create the refresh token: 'ttl' is out of range, expected ${MIN_SECONDS} to ${longest} seconds`,
    { param: 'ttl' },
  );
}
