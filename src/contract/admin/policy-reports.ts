import * as z from 'zod/mini';
import { answer } from './answer.ts';

/** What browsers reported of the service's own pages, counted by kind. */
export const PolicyReportsAnswer = z.strictObject({
  ...answer,
  /** The latest first. */
  reports: z.array(
    z.strictObject({
      /** Which kind of page: `frame`, `box`, `docs`, or `other`. */
      page: z.string(),
      /** What refused it, such as `script-src-elem`. */
      directive: z.string(),
      /** A word such as `inline`, or an origin. */
      blocked: z.string(),
      count: z.int(),
      first_at: z.iso.datetime(),
      last_at: z.iso.datetime(),
    }),
  ),
});
export type PolicyReportsAnswer = z.infer<typeof PolicyReportsAnswer>;
