import { sql } from 'drizzle-orm';
import { isAllowed } from '../../base/exposure.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { merchants } from '../../tables/accounts.ts';

/**
 * Logs a line for each merchant that accepts card numbers which may be real. Throws if other machines reach the
 * service.
 * Rule: sandbox/test-numbers.
 */
export async function warnAboutAnyPan({ db, log, config: { exposure } }: Runtime): Promise<void> {
  const rows = await db
    .select({ merchantId: merchants.id })
    .from(merchants)
    .where(sql`(${merchants.settings} ->> 'allowAnyPan')::boolean`);
  const [first] = rows;
  if (first && !isAllowed(exposure, 'any-pan')) {
    throw new Error(
      `Cannot start: others use this service, and merchant ${first.merchantId} takes real card numbers by its setting 'allowAnyPan'; start with 'any-pan' in PUBLIC_ALLOWS, or on this machine alone, and set it to false`,
    );
  }
  for (const { merchantId } of rows) {
    log.warn(
      { merchantId },
      "the merchant setting 'allowAnyPan' takes real card numbers: for private tests only",
    );
  }
}
