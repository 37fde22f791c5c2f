import type { MerchantSettings } from '../../../contract/billing/merchant-settings.ts';
import type { Offer } from '../../../contract/frame/frame-boot.ts';

/** The provider methods that the wallet offers. A method that is taken both ways completes at its provider. */
export function offersOf({ instantMethods, alternativeMethods }: MerchantSettings): Offer[] {
  const alternativeOnly = alternativeMethods.filter((method) => !instantMethods.includes(method));
  return [
    ...alternativeOnly.map((method) => ({ method, use: 'alternative' as const })),
    ...instantMethods.map((method) => ({ method, use: 'instant' as const })),
  ];
}
