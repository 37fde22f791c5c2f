import { desc, eq } from 'drizzle-orm';
import type { KeptNotification } from '../../../../contract/admin/attempts.ts';
import type { Core } from '../../../base/runtime/core.ts';
import { acquirerNotifications } from '../../../tables/acquirer-notifications.ts';

const LIMIT = 200;

/** What acquirers have told that fits no payment, the newest first. */
export async function listKept({ db }: Core): Promise<KeptNotification[]> {
  const rows = await db
    .select()
    .from(acquirerNotifications)
    .where(eq(acquirerNotifications.state, 'kept'))
    .orderBy(desc(acquirerNotifications.receivedAt))
    .limit(LIMIT);
  return rows.map(({ id, processor, merchantAccount, event, reason, receivedAt }) => ({
    id,
    processor,
    merchant_account: merchantAccount,
    event,
    reason: reason ?? '',
    received_at: receivedAt.toISOString(),
  }));
}
