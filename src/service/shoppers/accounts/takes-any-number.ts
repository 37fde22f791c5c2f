import type { MerchantSettings } from '../../../contract/billing/merchant-settings.ts';
import { isAtSandbox } from '../../../contract/billing/processor-name.ts';

/** Whether a card number may be a real card's: at a processor that is not the sandbox. Rule: sandbox/test-numbers. */
export function takesAnyNumber(settings: Pick<MerchantSettings, 'allowAnyPan' | 'processor'>): boolean {
  return settings.allowAnyPan || !isAtSandbox(settings);
}
