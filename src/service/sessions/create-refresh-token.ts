import type { View } from '../../contract/settings.ts';
import type { ServiceContext } from '../context.ts';
import { refreshTokens } from '../db/tables/sessions.ts';
import { ServiceError } from '../service-error.ts';
import { createGuest, findOrCreateUser } from './find-or-create-user.ts';
import { newRefreshToken, refreshTokenDigest } from './refresh-token.ts';
import { changeMetadata } from './update-metadata.ts';
import type { MetadataChange } from './user-metadata.ts';

const DAY_SECONDS = 86_400;
const MIN_SECONDS = 60;
const MAX_SECONDS = 30 * DAY_SECONDS;

type Input = {
  readonly accountId: number;
  /** Undefined makes a guest. */
  readonly externalId: string | undefined;
  /** Seconds. */
  readonly ttl: number | undefined;
  readonly custom: MetadataChange | undefined;
  /** The one view it opens. Default: both. */
  readonly view?: View | undefined;
};

/** The token is shown once; only its digest is kept. */
export async function createRefreshToken({ db, clock }: ServiceContext, input: Input): Promise<string> {
  const { accountId, externalId, custom: change } = input;
  const seconds = lifetime(input);
  const now = clock.now();
  const token = newRefreshToken();
  await db.transaction(async (tx) => {
    const user =
      externalId === undefined
        ? await createGuest(tx, { accountId, now })
        : await findOrCreateUser(tx, { accountId, externalId, now });
    await changeMetadata(tx, { user, change });
    await tx.insert(refreshTokens).values({
      digest: refreshTokenDigest(token),
      accountId,
      userId: user.id,
      view: input.view ?? null,
      expiresAt: new Date(now.getTime() + seconds * 1000),
      createdAt: now,
    });
  });
  return token;
}

/** Never clamped: that would hide the caller's mistake. */
function lifetime({ ttl = DAY_SECONDS, externalId }: Input): number {
  const longest = externalId === undefined ? DAY_SECONDS : MAX_SECONDS;
  if (ttl >= MIN_SECONDS && ttl <= longest) return ttl;
  throw new ServiceError(
    'parameter_invalid',
    `Cannot create the refresh token: 'ttl' is out of range, expected ${MIN_SECONDS} to ${longest} seconds`,
    { param: 'ttl' },
  );
}
