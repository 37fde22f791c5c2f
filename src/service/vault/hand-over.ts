import { randomBytes } from 'node:crypto';
import type { ServiceContext } from '../context.ts';
import type { CardRow } from '../db/tables/cards.ts';
import { type CardTokenRow, cardTokens } from '../db/tables/payments.ts';

const TOKEN_BYTES = 24;
const SHORT_LIFE_SECONDS = 30 * 60;

/**
 * `once`: for one billing, soon. `list-on-success`: the same, and that billing's success keeps the card. `as-long-as-card`:
 * for a card that is kept.
 */
export type TokenLife = 'once' | 'list-on-success' | 'as-long-as-card';

type HandOver = {
  readonly card: CardRow;
  readonly life: TokenLife;
  /** Null where no wallet asked: sandbox tokens. */
  readonly walletSessionId: string | null;
};

/** Mints a fresh `cc_token` for a card, bound to its account, its user and the wallet session. */
export async function handOver(context: ServiceContext, { card, life, walletSessionId }: HandOver) {
  const now = context.clock.now();
  const isShort = life !== 'as-long-as-card';
  const token: CardTokenRow = {
    token: `cc_${randomBytes(TOKEN_BYTES).toString('base64url')}`,
    accountId: card.accountId,
    userId: card.userId,
    cardId: card.id,
    brand: card.brand,
    walletSessionId,
    isSingleUse: isShort,
    isShortLive: isShort,
    listOnSuccess: life === 'list-on-success',
    expiresAt: isShort ? new Date(now.getTime() + SHORT_LIFE_SECONDS * 1000) : null,
    consumedBy: null,
    isCvvUsed: false,
    createdAt: now,
  };
  await context.db.insert(cardTokens).values(token);
  return token;
}
