import { eq } from 'drizzle-orm';
import type { ServiceContext } from '../context/context.ts';
import { accounts } from '../tables/accounts.ts';
import { challenges } from '../tables/challenges.ts';
import { payments } from '../tables/payments.ts';

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
