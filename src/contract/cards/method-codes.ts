import * as z from 'zod/mini';
import { cardBrandCodes } from './card-brands.ts';

/** Issuer short codes of card brands. Spec: Resources, Issuer short codes. */
export const IssuerCode = z.enum(cardBrandCodes);
export type IssuerCode = z.infer<typeof IssuerCode>;

/** Issuer short codes of payment methods that a provider holds. Spec: Resources, Issuer short codes. */
export const ProviderCode = z.enum(['AP', 'GP', 'PL', 'MWS']);
export type ProviderCode = z.infer<typeof ProviderCode>;

/** Of whatever can stand behind a token. */
export const MethodCode = z.enum([...IssuerCode.options, ...ProviderCode.options]);
export type MethodCode = z.infer<typeof MethodCode>;
