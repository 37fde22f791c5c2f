import { isProviderCode, sourceOf } from '../../../contract/billing/providers.ts';
import type { MethodCode } from '../../../contract/cards/method-codes.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { MerchantRow } from '../../tables/accounts.ts';
import { offersOf } from './offers-of.ts';

type MethodUse = {
  readonly code: MethodCode;
  /** The use of the method. */
  readonly action: 'bill' | 'hand over';
  /** Name of the parameter that names the method. */
  readonly param: 'ccToken' | 'method';
};

/** Refuses a card of a brand that the merchant does not accept, and a provider's method that it does not offer. */
export function requireAcceptedMethod(
  { settings, ref }: MerchantRow,
  { code, action, param }: MethodUse,
): void {
  if (isProviderCode(code)) {
    const provider = sourceOf(code);
    if (offersOf(settings).some(({ method }) => method === provider)) return;
    throw new ServiceError(
      'method_not_enabled',
      `Cannot ${action} the method: merchant '${ref}' does not offer '${provider}', expected one of its methods`,
      { param },
    );
  }
  const { acceptedBrands } = settings;
  if (acceptedBrands.includes(code)) return;
  throw new ServiceError(
    'card_brand_not_accepted',
    `Cannot ${action} the card: it is ${code}, the merchant accepts ${acceptedBrands.join(', ')}`,
    { param },
  );
}
