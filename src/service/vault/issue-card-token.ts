import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { Currency } from '../../contract/billing/billing.ts';
import type { Core } from '../base/runtime/core.ts';
import { cardTokenDigest, sealCardToken } from '../base/seals/card-token.ts';
import { sealEntry, type TokenEntry } from '../base/seals/token-entry.ts';
import { accessTokenInvalid } from '../shoppers/sessions/access-token.ts';
import type { CardRow } from '../tables/cards.ts';
import { type CardTokenRow, cardTokens } from '../tables/payments.ts';
import { walletSessions } from '../tables/sessions.ts';

const TOKEN_BYTES = 24;
const SHORT_LIFE_SECONDS = 30 * 60;
/** Unspent tokens of one wallet session, beyond which the oldest ends. A shopper who hesitates asks for fewer. */
const MAX_UNSPENT_TOKENS = 10;

/**
 * `once`: for one billing, soon. `keep-on-success`: the same, but a successful billing saves the card, and the token
 * then lasts as long as the card. `as-long-as-card`: for any number of billings; no page ever gets one.
 */
export type TokenLife = 'once' | 'keep-on-success' | 'as-long-as-card';

type CardTokenIssue = {
  readonly card: CardRow;
  readonly life: TokenLife;
  /** Null without a wallet: sandbox tokens. */
  readonly walletSessionId: string | null;
  /** The one merchant that it may be billed at; null: any of the account's. */
  readonly merchantId: number | null;
  /** What the shopper approved at a provider, in minor units. Default: no amount. */
  readonly approved?: { readonly amount: number; readonly currency: Currency };
  /** What else was entered, and where. Default: nothing is known. */
  readonly entry?: TokenEntry;
  /** Whether a wallet that has ended since its request still gets the token. Default: it is refused. */
  readonly mayHaveEnded?: boolean;
};

/** `ccToken`: the only time that the token is in clear. */
export type IssuedCardToken = { readonly ccToken: string; readonly token: CardTokenRow };

/**
 * Makes a fresh `cc_token` for a card, bound to its account, its user and the wallet session, inside the caller's
 * transaction. Raises `access_token_invalid` for a wallet that was ended since it was authenticated.
 */
export async function issueCardToken(
  core: Core,
  { card, life, walletSessionId, merchantId, approved, entry = {}, mayHaveEnded = false }: CardTokenIssue,
): Promise<IssuedCardToken> {
  const { accountId, userId, id: cardId } = card;
  const now = core.clock.now();
  const isShort = life !== 'as-long-as-card';
  const ccToken = `cc_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
  if (walletSessionId !== null) {
    const { endedAt } = await lockSession(core, walletSessionId);
    if (endedAt !== null && !mayHaveEnded) throw accessTokenInvalid();
    await makeRoom(core, walletSessionId);
  }
  const row = {
    accountId,
    digest: cardTokenDigest(core, ccToken),
    userId,
    cardId,
    brand: card.brand,
    walletSessionId,
    isSingleUse: isShort,
    isShortLive: isShort,
    keepOnSuccess: life === 'keep-on-success',
    consumedBy: null,
    requiresUser: false,
    merchantId,
    approvedAmount: approved?.amount ?? null,
    approvedCurrency: approved?.currency ?? null,
    createdAt: now,
  };
  const expiresAt = isShort ? endOfShortLife(now) : null;
  const sealed = sealCardToken(core, row, ccToken);
  const [token] = await core.db
    .insert(cardTokens)
    .values({ ...row, ...sealEntry(core, row, entry), sealed, expiresAt })
    .returning();
  if (!token) throw new Error('Cannot issue the card token: the insert returned no row, expected one');
  return { ccToken, token };
}

/** The latest end of a short-lived token made at that time, whatever its row says. */
export function endOfShortLife(createdAt: Date): Date {
  return new Date(createdAt.getTime() + SHORT_LIFE_SECONDS * 1000);
}

/**
 * The row's lock makes simultaneous requests count each other's tokens, and orders this against the end of the session:
 * either the end sees the token, or this sees the end. Rule: sessions/revocation.
 */
async function lockSession({ db }: Core, walletSessionId: string) {
  const [session] = await db
    .select({ endedAt: walletSessions.endedAt })
    .from(walletSessions)
    .where(eq(walletSessions.id, walletSessionId))
    .for('no key update');
  if (!session) throw new Error(`Cannot find wallet session ${walletSessionId}: found none, expected one`);
  return session;
}

/** Ends the oldest unspent tokens of a session, whose row is locked, until there is room for one more. */
async function makeRoom({ db, clock }: Core, walletSessionId: string): Promise<void> {
  const now = clock.now();
  const isUnspent = and(cardTokens.isSingleUse, isNull(cardTokens.consumedBy));
  const surplus = await db
    .select({ id: cardTokens.id })
    .from(cardTokens)
    .where(and(eq(cardTokens.walletSessionId, walletSessionId), isUnspent, gt(cardTokens.expiresAt, now)))
    .orderBy(desc(cardTokens.id))
    .offset(MAX_UNSPENT_TOKENS - 1);
  if (surplus.length === 0) return;
  // Skips a token that is being billed, because its billing may be waiting for the session's row.
  const idle = db
    .select({ id: cardTokens.id })
    .from(cardTokens)
    .where(
      and(
        inArray(
          cardTokens.id,
          surplus.map((token) => token.id),
        ),
        isUnspent,
      ),
    )
    .for('update', { skipLocked: true });
  await db.update(cardTokens).set({ expiresAt: now }).where(inArray(cardTokens.id, idle));
}
