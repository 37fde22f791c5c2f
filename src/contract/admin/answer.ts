import * as z from 'zod/mini';

/** Common parts of the admin API's requests and answers. */

export const answer = { status: z.literal('OK') };

/** The numeric id of a resource. */
export const id = z.int().check(z.minimum(1));

export const pageAnswer = {
  ...answer,
  /** For the next page; null on the last one. */
  next: z.nullable(z.int()),
};

/** Of a request that returns nothing. */
export const DoneAnswer = z.strictObject(answer);
export type DoneAnswer = z.infer<typeof DoneAnswer>;
