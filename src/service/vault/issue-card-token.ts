import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { ServiceContext } from '../context/context.ts';
import type { CardRow } from '../tables/cards.ts';
import { type CardTokenRow, cardTokens } from '../tables/payments.ts';
import { walletSessions } from '../tables/sessions.ts';
import { sealCardToken } from './card-token.ts';

const TOKEN_BYTES = 24;
const SHORT_LIFE_SECONDS = 30 * 60;
/** Unspent tokens of one wallet session, beyond which the oldest ends. A shopper who hesitates asks for fewer. */
const MAX_UNSPENT_TOKENS = 10;

/**
 * `once`: for one billing, soon. `keep-on-success`: the same, but a successful billing keeps the card, and the token then
 * lasts as long as the card. `as-long-as-card`: for any number of billings; no page is ever given one.
 */
export type TokenLife = 'once' | 'keep-on-success' | 'as-long-as-card';

type CardTokenIssue = {
  readonly card: CardRow;
  readonly life: TokenLife;
  /** Null where no wallet asked: sandbox tokens. */
  readonly walletSessionId: string | null;
};

/** `ccToken`: the only time that the token is there in clear. */
export type IssuedCardToken = { readonly ccToken: string; readonly token: CardTokenRow };

/**
 * Makes a fresh `cc_token` for a card, bound to its account, its user and the wallet session, inside the caller's
 * transaction.
 */
export async function issueCardToken(
  context: ServiceContext,
  { card, life, walletSessionId }: CardTokenIssue,
): Promise<IssuedCardToken> {
  const { accountId, userId, id: cardId } = card;
  const now = context.clock.now();
  const isShort = life !== 'as-long-as-card';
  const ccToken = `cc_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
  if (walletSessionId !== null) await makeRoom(context, walletSessionId);
  const [token] = await context.db
    .insert(cardTokens)
    .values({
      ...sealCardToken(context, accountId, ccToken),
      userId,
      cardId,
      brand: card.brand,
      walletSessionId,
      isSingleUse: isShort,
      isShortLive: isShort,
      keepOnSuccess: life === 'keep-on-success',
      expiresAt: isShort ? new Date(now.getTime() + SHORT_LIFE_SECONDS * 1000) : null,
      createdAt: now,
    })
    .returning();
  if (!token) throw new Error('Cannot issue the card token: the insert returned no row, expected one');
  return { ccToken, token };
}

/** Locks the session's row, so that requests which make tokens at once count each other's. */
async function makeRoom({ db, clock }: ServiceContext, walletSessionId: string): Promise<void> {
  const now = clock.now();
  const { id } = walletSessions;
  await db.select({ id }).from(walletSessions).where(eq(id, walletSessionId)).for('no key update');
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
