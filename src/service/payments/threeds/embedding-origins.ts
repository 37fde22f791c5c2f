import { eq } from 'drizzle-orm';
import type { ServiceContext } from '../../context.ts';
import { accounts } from '../../db/tables/accounts.ts';
import { challenges } from '../../db/tables/challenges.ts';
import { payments } from '../../db/tables/payments.ts';

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
