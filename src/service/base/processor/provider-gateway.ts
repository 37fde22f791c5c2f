import type { Currency } from '../../../contract/billing/billing.ts';
import type { Provider, ProviderUse } from '../../../contract/forms/provider-names.ts';
import type { HasMasterKey } from '../keys/master-key.ts';

/** A request to a provider. */
export type ProviderRequest = {
  /** The id on both sides: 32 hex digits. */
  readonly id: string;
  readonly method: Provider;
  /** `instant`: to take the money; `alternative`: to let the merchant bill the method later. */
  readonly use: ProviderUse;
  /** The shop's name, as the shopper knows it. */
  readonly shop: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: Currency;
  /** The shopper's language: a BCP 47 tag. */
  readonly locale: string;
  /** Where the shopper goes when done. */
  readonly returnUrl: string;
};

/** The card behind the shopper's account at the provider, which is billed. */
export type Funding = { readonly number: string; readonly expMonth: number; readonly expYear: number };

/** The result of a request, with the amount as the provider saw it. */
export type ProviderResult = Pick<ProviderRequest, 'id' | 'method' | 'amount' | 'currency'> & {
  readonly outcome:
    | { readonly kind: 'approved'; readonly funding: Funding }
    | { readonly kind: 'refused' }
    | { readonly kind: 'cancelled' };
};

/** Path of the service that receives results. */
export const RESULTS_PATH = '/wallet/instant/results';
export const SIGNATURE_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/** A result on its way, as the provider signed it. The headers follow Standard Webhooks. */
export type SignedResult = {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

type GatewayContext = HasMasterKey & {
  readonly config: { readonly issuerUrl: string };
};

/** The connection to the providers, which real providers would take over. */
export type ProviderGateway = {
  /** Address where the provider asks the shopper, the same for the same request; undefined while the provider is down. */
  open(context: GatewayContext, request: ProviderRequest): string | undefined;
  /** The result, once its signature and time are verified; undefined for anything else. */
  read(context: GatewayContext, signedResult: SignedResult): ProviderResult | undefined;
};
