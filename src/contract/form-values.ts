import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/**
 * The value kinds of form parameters. A check's message is the error code that its failure answers with; a plain type
 * failure is `parameter_invalid`, an absent or empty required parameter `parameter_missing`.
 */
export const failsWith = (code: ErrorCode) => ({ error: code });

/** 1 to `max` printable characters. */
export const text = (max: number) =>
  z.string().check(z.minLength(1), z.maxLength(max), z.regex(/^[^\p{Cc}\p{Cn}]+$/u));

export const positiveInteger = z.pipe(
  z.string().check(z.regex(/^[1-9][0-9]{0,8}$/)),
  z.transform((digits: string) => Number(digits)),
);

/** Spec: `0` or `1` only. Chosen: service.md U7. */
export const integerBoolean = z.pipe(
  z.enum(['0', '1']),
  z.transform((flag) => flag === '1'),
);

/** The JSON text of an object; parsed and bounded by the service (service.md E12). */
export const jsonObjectText = z.string().check(z.minLength(2, failsWith('json_parameter_invalid')));

/** Decimal text in the currency's major unit; the exponent is checked against the currency. Chosen: service.md B8. */
export const amountText = z
  .string()
  .check(z.regex(/^(0|[1-9][0-9]{0,8})(\.[0-9]{1,3})?$/, failsWith('amount_invalid')));
