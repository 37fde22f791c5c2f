import * as z from 'zod/mini';

/** Issuer short codes of card brands. Spec: Resources, Issuer short codes. */
export const IssuerCode = z.enum(['VI', 'MC', 'AX', 'DC', 'DS', 'JB', 'CU', 'TO', 'TR']);
export type IssuerCode = z.infer<typeof IssuerCode>;

/** Issuer short codes of payment methods that a provider holds. Spec: Resources, Issuer short codes. */
export const ProviderCode = z.enum(['AP', 'GP', 'PL', 'MWS']);
export type ProviderCode = z.infer<typeof ProviderCode>;

/** The code of a card brand or provider. */
export const MethodCode = z.enum([...IssuerCode.options, ...ProviderCode.options]);
export type MethodCode = z.infer<typeof MethodCode>;
