import { sql } from 'drizzle-orm';
import type { ServiceContext } from '../context.ts';
import { merchants } from '../db/tables/accounts.ts';

/** A line in the log for each merchant that takes numbers which may be somebody's. Chosen: service.md 1.7. */
export async function warnAboutAnyPan({ db, log }: ServiceContext): Promise<void> {
  const rows = await db
    .select({ merchantId: merchants.id })
    .from(merchants)
    .where(sql`(${merchants.settings} ->> 'allowAnyPan')::boolean`);
  for (const { merchantId } of rows) {
    log.warn(
      { merchantId },
      "the merchant setting 'allowAnyPan' takes real card numbers: for private tests only",
    );
  }
}
