import type { MerchantSettings } from '../../../contract/billing/merchant-settings.ts';
import { isAtSandbox } from '../../../contract/billing/processor-name.ts';
import type { Offer } from '../../../contract/frame/frame-boot.ts';

/**
 * The provider methods that the wallet offers. A method that is taken both ways completes at its provider. The providers are
 * simulated: none is offered where another processor takes real money.
 */
export function offersOf(settings: MerchantSettings): Offer[] {
  if (!isAtSandbox(settings)) return [];
  const { instantMethods, alternativeMethods } = settings;
  const alternativeOnly = alternativeMethods.filter((method) => !instantMethods.includes(method));
  return [
    ...alternativeOnly.map((method) => ({ method, use: 'alternative' as const })),
    ...instantMethods.map((method) => ({ method, use: 'instant' as const })),
  ];
}
