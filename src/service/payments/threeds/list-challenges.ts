import { and, asc, eq, type SQL } from 'drizzle-orm';
import type { OpenChallenge } from '../../../contract/session-events.ts';
import type { ServiceContext, WalletCaller } from '../../context.ts';
import { challenges } from '../../db/tables/challenges.ts';
import { payments } from '../../db/tables/payments.ts';
import { isKept, isOfOwnOrigin, isWaiting, selectChallenges } from './find-challenge.ts';
import { openChallengeOf } from './present-challenge.ts';

/**
 * What waits for this shopper on this shop's pages: made by this session, or by one that nobody listens for any more.
 * Oldest first.
 */
export function listChallenges(context: ServiceContext, caller: WalletCaller): Promise<OpenChallenge[]> {
  const { accountId, userId } = caller;
  const isOwn = and(eq(payments.accountId, accountId), eq(payments.userId, userId));
  return waiting(context, { caller, whose: and(isOwn, isOfOwnOrigin(context, caller)) });
}

type Keeping = { readonly caller: WalletCaller; readonly box: string };

/** The guest's challenge whose box the caller's tab has kept, while it waits; empty for any other. */
export function listKeptChallenges(context: ServiceContext, { caller, box }: Keeping) {
  return waiting(context, { caller, whose: isKept(context, { caller, box }) });
}

type Waiting = { readonly caller: WalletCaller; readonly whose: SQL | undefined };

async function waiting(context: ServiceContext, { caller, whose }: Waiting): Promise<OpenChallenge[]> {
  const found = await selectChallenges(context)
    .where(and(whose, isWaiting(context, caller)))
    .orderBy(asc(challenges.createdAt));
  return found.map((challenge) => openChallengeOf(context, challenge));
}
