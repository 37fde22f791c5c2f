import * as z from 'zod/mini';

/** What the shop's windows say to each other about their event streams. */
export const WindowWord = z.object({ kind: z.enum(['who', 'here']), id: z.string() });
export type WindowWord = z.infer<typeof WindowWord>;
