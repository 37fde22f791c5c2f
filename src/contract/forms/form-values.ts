import * as z from 'zod/mini';
import type { ErrorCode } from '../errors/errors.ts';

/**
 * The value kinds of form parameters. A check's message is the error code that its failure answers with; a plain type
 * failure is `parameter_invalid`, an absent or empty required parameter `parameter_missing`.
 */
export const failsWith = (code: ErrorCode) => ({ error: code });

/**
 * Like `failsWith`, with the rest of the sentence "it must …", shown in place of the regular expression. The service puts the
 * parameter's name before it.
 */
export const must = (words: string, code: ErrorCode = 'parameter_invalid') => ({
  error: `${code}: ${words}`,
});

/** 1 to `max` printable characters, counted in code points as everywhere. */
export const text = (max: number) => {
  const requirement = must(`have 1 to ${max} characters, none of them a control character`);
  return z
    .string(requirement)
    .check(
      z.minLength(1, requirement),
      z.maxLength(max, requirement),
      z.regex(/^[^\p{Cc}\p{Cn}]+$/u, requirement),
    );
};

export const positiveInteger = z.pipe(
  z.string().check(z.regex(/^[1-9][0-9]{0,8}$/, must('be a whole number from 1 to 999999999'))),
  z.transform((digits: string) => Number(digits)),
);

/** Spec: `0` or `1` only. */
export const integerBoolean = z.pipe(
  z.enum(['0', '1'], must('be 0 or 1')),
  z.transform((flag) => flag === '1'),
);

/** The JSON text of an object; parsed and bounded by the service. Rule: requests/json-parameters. */
export const jsonObjectText = z
  .string()
  .check(
    z.minLength(2, must('be the text of a JSON object, such as {"key":"value"}', 'json_parameter_invalid')),
  );

/** A token, or the JSON text of the object that contains it, which may have several lines. */
export const cardTokenText = z.pipe(
  z
    .string()
    .check(z.overwrite((value) => (/^\s*\{/.test(value) ? value.trim().replace(/[\t\r\n]/g, ' ') : value))),
  text(4096),
);

/** Decimal text in the currency's major unit; the exponent is checked against the currency. Rule: billing/amount. */
export const amountText = z
  .string()
  .check(
    z.regex(
      /^(0|[1-9][0-9]{0,8})(\.[0-9]{1,3})?$/,
      must(
        "be a decimal number such as 12.34, at most nine digits and the currency's decimals, without sign, exponent or spaces",
        'amount_invalid',
      ),
    ),
  );
