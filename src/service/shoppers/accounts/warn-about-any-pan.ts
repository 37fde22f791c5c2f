import { isAllowed } from '../../base/exposure.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { merchants } from '../../tables/accounts.ts';
import { takesAnyNumber } from './takes-any-number.ts';

/**
 * Logs a line for each merchant at the sandbox that accepts card numbers which may be real. Throws if other machines reach
 * the service and a merchant does, there or at a processor. Rule: sandbox/test-numbers.
 */
export async function warnAboutAnyPan({ db, log, config: { exposure } }: Runtime): Promise<void> {
  const rows = await db.select({ merchantId: merchants.id, settings: merchants.settings }).from(merchants);
  const first = rows.find(({ settings }) => takesAnyNumber(settings));
  if (first && !isAllowed(exposure, 'any-pan')) {
    throw new Error(
      `Cannot start: others use this service, and merchant ${first.merchantId} takes real card numbers by its setting 'allowAnyPan' or 'processor'; start with 'any-pan' in PUBLIC_ALLOWS, or on this machine alone, and change the setting`,
    );
  }
  for (const { merchantId } of rows.filter(({ settings }) => settings.allowAnyPan)) {
    log.warn(
      { merchantId },
      "the merchant setting 'allowAnyPan' takes real card numbers: for private tests only",
    );
  }
}
