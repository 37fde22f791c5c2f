import { and, eq, isNotNull } from 'drizzle-orm';
import type { Core } from '../../base/runtime/core.ts';
import { publishSessionEvent } from '../../shoppers/session-events/publish-session-event.ts';
import { challenges } from '../../tables/challenges.ts';

/**
 * Tells each wallet how long its opened challenge has left. Called when the test clock has moved, because wallets count
 * down by the browser's clock.
 */
export async function publishTimeLeft(context: Core): Promise<void> {
  const { walletSessionId, operationId, status, openedAt } = challenges;
  const isOpened = and(eq(status, 'OPEN'), isNotNull(openedAt), isNotNull(walletSessionId));
  const openedChallenges = await context.db
    .select({ walletSessionId, operationId })
    .from(challenges)
    .where(isOpened);
  for (const challenge of openedChallenges)
    await publishSessionEvent(context, { ...challenge, type: '3ds_opened' });
}
