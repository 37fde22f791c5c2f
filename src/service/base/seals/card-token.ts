import type { CardTokenRow } from '../../tables/payments.ts';
import type { HasMasterKey } from '../keys/master-key.ts';

type TokenValues = Omit<CardTokenRow, 'id' | 'sealed' | 'expiresAt' | 'isCvvUsed' | 'code' | 'browser'>;

/** The digest that finds a `cc_token`. A digest cannot be billed. */
export function cardTokenDigest({ masterKey }: HasMasterKey, ccToken: string): Uint8Array {
  return masterKey.digest('card-token', ccToken);
}

/**
 * What the store keeps of a `cc_token`. The seal covers owner, card, use, merchant and approved amount. After a change of any
 * of them the token must be sealed again.
 */
export function sealCardToken({ masterKey }: HasMasterKey, row: TokenValues, ccToken: string): Uint8Array {
  return masterKey.seal(Buffer.from(ccToken), cardTokenContext(row));
}

/** Opens the `cc_token` again. Throws when the row was changed. */
export function openCardToken(keys: HasMasterKey, row: CardTokenRow): string {
  const ccToken = openIntactToken(keys, row);
  if (ccToken === undefined) {
    throw new Error(`Cannot open card token ${row.id}: its seal is of other values than its row has`);
  }
  return ccToken;
}

/** Undefined if the row was changed since it was sealed. Only a former key opens the former seal. [75] */
export function openIntactToken({ masterKey }: HasMasterKey, row: CardTokenRow): string | undefined {
  const bytes = masterKey.openUnder(row.sealed, [cardTokenContext(row), formerCardTokenContext(row)]);
  return bytes && Buffer.from(bytes).toString();
}

/** The token's row after a change, sealed for it. */
export function changedToken(
  keys: HasMasterKey,
  row: CardTokenRow,
  change: Partial<Omit<CardTokenRow, 'sealed'>>,
): CardTokenRow {
  const newRow = { ...row, ...change };
  return { ...newRow, sealed: sealCardToken(keys, newRow, openCardToken(keys, row)) };
}

/** What the seal of a token is bound to. */
export function cardTokenContext(row: TokenValues): string {
  const owner = [row.accountId, hexOf(row.digest), row.userId, row.cardId, row.brand];
  const origin = [row.walletSessionId ?? '', row.createdAt.getTime()];
  const uses = [row.isSingleUse, row.isShortLive, row.keepOnSuccess, row.consumedBy ?? '', row.requiresUser];
  const approval = [row.merchantId ?? '', row.approvedAmount ?? '', row.approvedCurrency ?? ''];
  return `card-token-of:${[...owner, ...origin, ...uses, ...approval].join(':')}`;
}

/** What versions before owners were sealed bound it to. */
export function formerCardTokenContext({ accountId, digest }: CardTokenRow): string {
  return `card-token:${accountId}:${hexOf(digest)}`;
}

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
