import * as z from 'zod/mini';
import { must } from '../../../contract/forms/form-values.ts';

const LONGEST_WAIT_SECONDS = 25;
/** The largest of the store's integers. */
const LARGEST_SEQ = 2 ** 31 - 1;

const wholeNumber = z.pipe(
  z.string().check(z.regex(/^(0|[1-9][0-9]{0,14})$/, must('be a whole number'))),
  z.transform((digits: string) => Number(digits)),
);

/** How a page asks for its events. */
export const EventsQuery = z.object({
  /** How far the page has read; absent: from now on. */
  after: z.optional(z.pipe(wholeNumber, z.number().check(z.maximum(LARGEST_SEQ)))),
  /** Seconds to wait for something new. */
  wait: z.optional(z.pipe(wholeNumber, z.number().check(z.maximum(LONGEST_WAIT_SECONDS)))),
});
