import * as z from 'zod/mini';
import { must } from '../forms/form-values.ts';

/** The processor of whoever has named no other: it moves no money. */
export const SANDBOX_PROCESSOR = 'sandbox';

/** The name of a processor's configuration: 1 to 40 lower-case letters, digits and hyphens, the first a letter. */
export const ProcessorName = z
  .string()
  .check(
    z.regex(
      /^[a-z][a-z0-9-]{0,39}$/,
      must('have 1 to 40 lower-case letters, digits and hyphens, the first a letter'),
    ),
  );
export type ProcessorName = z.infer<typeof ProcessorName>;

/** The rules of the sandbox hold for merchants and payments that are at it, and for no other. */
export function isAtSandbox({ processor }: { readonly processor: string }): boolean {
  return processor === SANDBOX_PROCESSOR;
}
