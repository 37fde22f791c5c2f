import type { ServiceContext } from '../context/context.ts';
import type { CardTokenRow } from '../tables/payments.ts';

type Keyed = Pick<ServiceContext, 'masterKey'>;
type SealedToken = Pick<CardTokenRow, 'accountId' | 'digest' | 'sealed'>;

/** The digest that a `cc_token` is found by. Nobody can bill with a digest. */
export function cardTokenDigest({ masterKey }: Keyed, ccToken: string): Uint8Array {
  return masterKey.digest('card-token', ccToken);
}

/** What the store keeps of a `cc_token`. */
export function sealCardToken({ masterKey }: Keyed, accountId: number, ccToken: string): SealedToken {
  const digest = cardTokenDigest({ masterKey }, ccToken);
  const sealed = masterKey.seal(Buffer.from(ccToken), contextOf({ accountId, digest }));
  return { accountId, digest, sealed };
}

/** Opens the `cc_token` again, for records that show which one was used. Throws when the row was changed. */
export function openCardToken({ masterKey }: Keyed, { sealed, ...row }: SealedToken): string {
  return Buffer.from(masterKey.open(sealed, contextOf(row))).toString();
}

function contextOf({ accountId, digest }: Omit<SealedToken, 'sealed'>): string {
  return `card-token:${accountId}:${Buffer.from(digest).toString('hex')}`;
}
