import type { PaymentSummary } from '../../contract/admin/payments.ts';
import { type BrandFacts, cardBrands } from '../../contract/cards/card-brands.ts';

type MethodFields = Pick<PaymentSummary, 'brand' | 'last4' | 'provider'>;

const providers: Readonly<Record<string, string>> = {
  applepay: 'Apple Pay',
  googlepay: 'Google Pay',
  paypal: 'PayPal',
  amazonpay: 'Amazon Pay',
};

/** Undefined for the code of a provider. */
const factsOf = (brand: string) => new Map<string, BrandFacts>(Object.entries(cardBrands)).get(brand);

/** Its view in the SVG sprite of all marks. */
export const markOf = ({ brand, provider }: MethodFields): string =>
  provider ?? factsOf(brand)?.issuerFull ?? '';

/** What was paid with, in words. */
export function usedText({ brand, last4, provider }: MethodFields): string {
  const name = provider ? (providers[provider] ?? provider) : (factsOf(brand)?.name ?? brand);
  return last4 === null ? name : `${name} ending ${last4}`;
}
