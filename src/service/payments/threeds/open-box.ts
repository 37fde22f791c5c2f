import { and, eq, isNull } from 'drizzle-orm';
import type { ServiceContext } from '../../context/context.ts';
import { tellSession } from '../../session-events/tell-session.ts';
import { accounts } from '../../tables/accounts.ts';
import { type ChallengeRow, challenges } from '../../tables/challenges.ts';
import { payments } from '../../tables/payments.ts';
import { walletSessions } from '../../tables/sessions.ts';
import { timers } from '../../tables/timers.ts';
import { lockPayment } from '../due.ts';
import { requireOperation } from '../load.ts';
import type { Transaction } from '../model/transaction.ts';
import { digestOf } from './box.ts';

/** Counted from the first opening. Rule: threeds/time-limits. */
const OPEN_MS = 10 * 60_000;

/** What a box shows. */
export type OpenBox = {
  readonly kind: 'open';
  readonly found: Transaction;
  readonly challenge: ChallengeRow;
  readonly shop: Shop;
};
type Shop = {
  /** Origin that the shopper came from; undefined where no wallet asked. */
  readonly origin: string | undefined;
  /** Origins that may embed the box. */
  readonly origins: readonly string[];
};

/** `ended`: the capability is no longer good; `unknown`: there never was one. */
type Box = OpenBox | { readonly kind: 'ended'; readonly shop: Shop } | { readonly kind: 'unknown' };

/** Opens the box of a capability; its first opening shortens the time to answer. */
export async function openBox(context: ServiceContext, capability: string): Promise<Box> {
  return context.db.transaction(async (db) => {
    const inside = { ...context, db };
    const [row] = await db
      .select()
      .from(challenges)
      .where(eq(challenges.boxDigest, digestOf(capability)));
    if (!row) return { kind: 'unknown' };
    await lockPayment(inside, row.paymentId);
    await noteOpened(inside, row);
    const found = await requireOperation(inside, row.operationId);
    const challenge = found.challenge ?? row;
    const shop = await shopOf(inside, found, challenge);
    return challenge.status === 'OPEN' ? { kind: 'open', found, challenge, shop } : { kind: 'ended', shop };
  });
}

/** Notes the first opening of a box whose challenge is open. */
async function noteOpened(context: ServiceContext, { id, operationId, expiresAt: latest }: ChallengeRow) {
  const { db, clock } = context;
  const now = clock.now();
  const expiresAt = new Date(Math.min(latest.getTime(), now.getTime() + OPEN_MS));
  const [opened] = await db
    .update(challenges)
    .set({ openedAt: now, expiresAt })
    .where(and(eq(challenges.id, id), eq(challenges.status, 'OPEN'), isNull(challenges.openedAt)))
    .returning({ walletSessionId: challenges.walletSessionId });
  if (!opened) return;
  await db
    .update(timers)
    .set({ dueAt: expiresAt })
    .where(and(eq(timers.operationId, operationId), eq(timers.kind, 'expire-challenge')));
  await tellSession(context, { ...opened, operationId, type: '3ds_opened' });
}

async function shopOf(
  { db }: ServiceContext,
  { payment }: Transaction,
  challenge: ChallengeRow,
): Promise<Shop> {
  const [account] = await db.select().from(accounts).where(eq(accounts.id, payment.accountId));
  if (!account) throw new Error('Cannot open the box: its payment has no account');
  const { walletSessionId } = challenge;
  const [session] = walletSessionId
    ? await db.select().from(walletSessions).where(eq(walletSessions.id, walletSessionId))
    : [];
  return { origin: session?.origin, origins: account.origins };
}

/** Origins that may embed the pages of a challenge; none for a challenge that does not exist. */
export async function embeddingOrigins(
  { db }: ServiceContext,
  challengeId: string,
): Promise<readonly string[]> {
  const [row] = await db
    .select({ origins: accounts.origins })
    .from(challenges)
    .innerJoin(payments, eq(payments.id, challenges.paymentId))
    .innerJoin(accounts, eq(accounts.id, payments.accountId))
    .where(eq(challenges.id, challengeId));
  return row?.origins ?? [];
}
