import type * as z from 'zod/mini';
import { ERROR_CODES, type ErrorCode } from '../../contract/errors.ts';
import { ServiceError } from '../service-error.ts';
import type { Form } from './form-body.ts';

/** Takes from the form what `schema` names and parses it; the first fault answers. */
export function parseForm<Schema extends z.ZodMiniObject>(schema: Schema, form: Form): z.infer<Schema> {
  const known = [...form.values].filter(([name]) => Object.hasOwn(schema.shape, name));
  form.ignored.push(...[...form.values.keys()].filter((name) => !Object.hasOwn(schema.shape, name)));
  for (const [name, kind] of Object.entries(schema.shape)) {
    if (kind._zod.optin !== 'optional' && !form.values.get(name)) throw missing(name);
  }
  const result = schema.safeParse(Object.fromEntries(known));
  if (result.success) return result.data;
  throw parameterFault(result.error.issues[0]);
}

export function missing(name: string) {
  return new ServiceError(
    'parameter_missing',
    `Cannot read parameter '${name}': it is required and must not be empty`,
    {
      param: name,
    },
  );
}

/** The refusal of what a schema did not accept. */
export function parameterFault(issue: z.core.$ZodIssue | undefined) {
  const name = String(issue?.path[0] ?? 'body');
  const code = isErrorCode(issue?.message) ? issue.message : 'parameter_invalid';
  const reason = WORDS[code] ?? wanted(issue);
  return new ServiceError(code, `Cannot read parameter '${name}': it ${reason}`, { param: name });
}

/** For what many will get wrong: words say more than the expression that the text did not match. */
const WORDS: Readonly<Partial<Record<ErrorCode, string>>> = {
  amount_invalid: 'must be a decimal number such as 12.34, without sign, exponent or spaces',
  callback_url_invalid: 'must be an absolute http or https address of at most 2048 characters, without "#"',
};

/** Says what is wanted, never what was given. */
function wanted(issue: z.core.$ZodIssue | undefined): string {
  switch (issue?.code) {
    case 'invalid_value':
      return `must be one of ${issue.values.map((value) => `"${String(value)}"`).join(', ')}`;
    case 'invalid_format':
      return issue.pattern === undefined ? 'has a wrong form' : `must match '${issue.pattern}'`;
    case 'too_small':
      return issue.origin === 'string'
        ? `must have at least ${issue.minimum} characters`
        : `must be at least ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'string'
        ? `must have at most ${issue.maximum} characters`
        : `must be at most ${issue.maximum}`;
    default:
      return 'is not valid';
  }
}

const errorCodes: ReadonlySet<string> = new Set(ERROR_CODES);

function isErrorCode(text: string | undefined): text is ErrorCode {
  return text !== undefined && errorCodes.has(text);
}
