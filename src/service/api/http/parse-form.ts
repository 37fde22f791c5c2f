import type * as z from 'zod/mini';
import { ERROR_CODES, type ErrorCode } from '../../../contract/errors/errors.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { Form } from './form-body.ts';

/** Parses the form's parameters that `schema` names. The first fault becomes the refusal. */
export function parseForm<Schema extends z.ZodMiniObject>(schema: Schema, form: Form): z.infer<Schema> {
  const knownValues = [...form.values].filter(([name]) => Object.hasOwn(schema.shape, name));
  form.ignored.push(...[...form.values.keys()].filter((name) => !Object.hasOwn(schema.shape, name)));
  for (const [name, kind] of Object.entries(schema.shape)) {
    // Neither `optional` nor with a default.
    if (kind._zod.optin === undefined && !form.values.get(name)) throw parameterMissing(name);
  }
  const result = schema.safeParse(Object.fromEntries(knownValues));
  if (result.success) return result.data;
  throw parameterError(result.error.issues[0]);
}

export function parameterMissing(name: string) {
  return new ServiceError(
    'parameter_missing',
    `Cannot read parameter '${name}': it is required and must not be empty`,
    {
      param: name,
    },
  );
}

/** The refusal of what a schema did not accept. */
export function parameterError(issue: z.core.$ZodIssue | undefined) {
  const name = String(issue?.path[0] ?? 'body');
  const [code = '', ...words] = (issue?.message ?? '').split(': ');
  const errorCode = isErrorCode(code) ? code : 'parameter_invalid';
  const reason = words.length > 0 ? words.join(': ') : expectation(issue);
  return new ServiceError(errorCode, `Cannot read parameter '${name}': it must ${reason}`, { param: name });
}

/**
 * For schemas whose messages `must` did not write. Says what is expected, never the value, and never a regular
 * expression.
 */
function expectation(issue: z.core.$ZodIssue | undefined): string {
  // The message of a wallet setting has this form, and some settings are request parameters too.
  const [, expected] = /^wanted (.+)$/.exec(issue?.message ?? '') ?? [];
  if (expected !== undefined) return `be ${expected}`;
  switch (issue?.code) {
    case 'invalid_value':
      return `be one of ${issue.values.map((value) => `"${String(value)}"`).join(', ')}`;
    case 'invalid_type':
      return `be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return `${measure(issue.origin)} at least ${issue.minimum}${units(issue.origin)}`;
    case 'too_big':
      return `${measure(issue.origin)} at most ${issue.maximum}${units(issue.origin)}`;
    default:
      return 'have another form';
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' };
const units = (origin: string) => UNITS[origin] ?? '';
const measure = (origin: string) => (units(origin) === '' ? 'be' : 'have');

const errorCodes: ReadonlySet<string> = new Set(ERROR_CODES);

function isErrorCode(text: string | undefined): text is ErrorCode {
  return text !== undefined && errorCodes.has(text);
}
