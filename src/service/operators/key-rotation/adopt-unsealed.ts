import { and, eq, exists, isNull } from 'drizzle-orm';
import type { TransactionalDatabase } from '../../../store/database.ts';
import type { MasterKey } from '../../base/keys/master-key.ts';
import { paymentSeal } from '../../base/seals/payment-seal.ts';
import { refreshTokenSeal } from '../../shoppers/sessions/refresh-token.ts';
import { cards } from '../../tables/cards.ts';
import { cardTokens, operations, payments } from '../../tables/payments.ts';
import { refreshTokens, users } from '../../tables/sessions.ts';

const BATCH = 200;

type Store = { readonly db: TransactionalDatabase; readonly masterKey: MasterKey };

/**
 * Seals rows of earlier versions without a seal that are still in use: refresh tokens that were not revoked, and
 * pending payments. It accepts their values if the rows they name agree. Returns how many.
 */
export async function adoptUnsealed(store: Store): Promise<number> {
  let count = 0;
  for (const adopt of [adoptRefreshTokens, adoptPayments]) {
    for (let done = BATCH; done === BATCH; count += done) done = await adopt(store);
  }
  return count;
}

function adoptRefreshTokens({ db, masterKey }: Store): Promise<number> {
  return db.transaction(async (tx) => {
    const isOfAccount = eq(users.accountId, refreshTokens.accountId);
    const rows = await tx
      .select({ grant: refreshTokens })
      .from(refreshTokens)
      .innerJoin(users, and(eq(users.id, refreshTokens.userId), isOfAccount))
      .where(and(isNull(refreshTokens.seal), isNull(refreshTokens.revokedAt)))
      .limit(BATCH)
      .for('update', { of: refreshTokens });
    for (const { grant } of rows) {
      const seal = refreshTokenSeal({ masterKey }, grant);
      await tx.update(refreshTokens).set({ seal }).where(eq(refreshTokens.id, grant.id));
    }
    return rows.length;
  });
}

function adoptPayments({ db, masterKey }: Store): Promise<number> {
  return db.transaction(async (tx) => {
    const isPending = and(eq(operations.paymentId, payments.id), eq(operations.status, 'PENDING'));
    const isOfToken = and(eq(cardTokens.id, payments.tokenId), eq(cardTokens.cardId, payments.cardId));
    const isOfUser = and(eq(cards.id, payments.cardId), eq(cards.userId, payments.userId));
    const rows = await tx
      .select({ payment: payments })
      .from(payments)
      .innerJoin(cardTokens, isOfToken)
      .innerJoin(cards, isOfUser)
      .where(and(isNull(payments.seal), exists(tx.select().from(operations).where(isPending))))
      .limit(BATCH)
      .for('update', { of: payments });
    for (const { payment } of rows) {
      const seal = paymentSeal({ masterKey }, payment);
      await tx.update(payments).set({ seal }).where(eq(payments.id, payment.id));
    }
    return rows.length;
  });
}
