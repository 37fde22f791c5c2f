import type { PaymentDetails } from '../../contract/forms/settings.ts';

/** In the sandbox the client takes the 3DS flow for 10 pounds alone. Spec: Endpoints 4, rule 3. Rule: threeds/when. */
export function isThreeDsFlow(details: PaymentDetails | undefined): boolean {
  return details?.currency === 'GBP' && /^10(\.0+)?$/.test(details.amount);
}
