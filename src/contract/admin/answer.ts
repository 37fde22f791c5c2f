import * as z from 'zod/mini';

/** What the answers of the admin API have in common. */

export const answer = { status: z.literal('OK') };

export const pageAnswer = {
  ...answer,
  /** For the next page; null on the last one. */
  next: z.nullable(z.int()),
};

/** Of what leaves nothing to tell. */
export const DoneAnswer = z.strictObject(answer);
export type DoneAnswer = z.infer<typeof DoneAnswer>;
