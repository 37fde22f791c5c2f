import * as z from 'zod/mini';

/** What the shop's windows say to each other about their event streams. */
export const WindowMessage = z.object({ kind: z.enum(['who', 'here']), id: z.string() });
export type WindowMessage = z.infer<typeof WindowMessage>;
