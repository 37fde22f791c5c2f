import * as z from 'zod/mini';

/** What the requests and answers of the admin API have in common. */

export const answer = { status: z.literal('OK') };

/** A number by which something is known. */
export const id = z.int().check(z.minimum(1));

export const pageAnswer = {
  ...answer,
  /** For the next page; null on the last one. */
  next: z.nullable(z.int()),
};

/** Of what leaves nothing to tell. */
export const DoneAnswer = z.strictObject(answer);
export type DoneAnswer = z.infer<typeof DoneAnswer>;
