import * as z from 'zod/mini';
import { PROVIDERS, VIEWS } from './names.ts';

/** Payment methods that a provider holds; the name is also their `source`. Rule: tokens/source. */
export const Provider = z.enum(PROVIDERS);
export type Provider = z.infer<typeof Provider>;

/**
 * How a merchant takes a provider's method. `instant`: the sale completes at the provider. `alternative`: the provider's
 * approval becomes a payment method that the merchant bills like a card.
 */
export const ProviderUse = z.enum(['instant', 'alternative']);
export type ProviderUse = z.infer<typeof ProviderUse>;

/** A view in requests to the service. Spec: Endpoints 6, `view`. */
export const ViewName = z.enum(VIEWS, { error: 'wanted CHECKOUT or MANAGE' });
