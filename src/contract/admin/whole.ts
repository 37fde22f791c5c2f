import * as z from 'zod/mini';
import { must } from '../forms/form-values.ts';

/** A whole number of a query, from 0. */
export const whole = z.pipe(
  z.string().check(z.regex(/^(0|[1-9][0-9]{0,14})$/, must('be a whole number from 0'))),
  z.transform((digits: string) => Number(digits)),
);
