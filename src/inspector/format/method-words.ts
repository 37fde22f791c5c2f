import type { PaymentSummary } from '../../contract/admin/payments.ts';
import { issuerOf, providers } from '../../contract/billing/providers.ts';

type MethodFields = Pick<PaymentSummary, 'brand' | 'last4' | 'provider'>;

/** Its view in the sheet of all marks. */
export const markOf = ({ brand, provider }: MethodFields): string => provider ?? issuerOf(brand).issuerFull;

/** What was paid with, in words. */
export function usedText({ brand, last4, provider }: MethodFields): string {
  const { name } = provider ? providers[provider] : issuerOf(brand);
  return last4 === null ? name : `${name} ending ${last4}`;
}
