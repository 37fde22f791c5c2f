import * as z from 'zod/mini';

/** Issuer short codes of card brands. Spec: Resources, Issuer short codes. */
export const IssuerCode = z.enum(['VI', 'MC', 'AX', 'DC', 'DS', 'JB', 'CU', 'TO', 'TR']);
export type IssuerCode = z.infer<typeof IssuerCode>;
