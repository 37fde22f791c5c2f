import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { AccountCreation } from '../../../../contract/admin/accounts.ts';
import { CallbackQuery } from '../../../../contract/admin/callbacks.ts';
import { ClockAdvance } from '../../../../contract/admin/service.ts';
import { TokenRevocation, UserRevocation } from '../../../../contract/admin/sessions.ts';
import { TransactionQuery } from '../../../../contract/admin/transactions.ts';
import { MerchantSettingsChange } from '../../../../contract/billing/merchant-settings.ts';
import { parseJson } from '../../http/json-body.ts';
import { parameterError } from '../../http/parse-form.ts';
import { OPERATIONS } from '../operations/all-operations.ts';

const TEXTS = [
  '',
  ' ',
  'x',
  '1e3',
  '-1',
  '0',
  '1.5',
  '9999999999',
  '{',
  '[]',
  '.',
  '%',
  '\u0001',
  'e\u0301',
  '/callback',
  'x'.repeat(9_000),
  '9'.repeat(20),
];
const VALUES = [...TEXTS, null, true, -1, 0, 1.5, 1e300, [], {}, [''], ['x'], [1], Array(60).fill('x')];

const forms = OPERATIONS.flatMap(({ id, form, query }) =>
  [form, query].flatMap((given) => (given ? [[id, given.schema, TEXTS] as const] : [])),
);
const bodies = Object.entries({
  MerchantSettingsChange,
  ClockAdvance,
  AccountCreation,
  TokenRevocation,
  UserRevocation,
  CallbackQuery,
  TransactionQuery,
}).map(([id, schema]) => [id, schema, VALUES] as const);

const fields = [...forms, ...bodies].flatMap(([id, schema, values]) =>
  Object.entries(schema.shape).map(([name, field]) => ({ what: `${id}.${name}`, name, field, values })),
);

/** How the refusal of each value reads. */
function messages(name: string, field: z.core.$ZodType, values: readonly unknown[]): readonly string[] {
  return values.flatMap((value) => {
    const issue = z.core.safeParse(field, value).error?.issues[0];
    return issue ? [parameterError({ ...issue, path: [name, ...issue.path] }).message] : [];
  });
}

test.each(fields)('the refusals of $what say in words what it must be', ({ name, field, values }) => {
  for (const message of messages(name, field, values)) {
    expect(message).toMatch(/^Cannot read parameter '\w+': it must (be|have|name) [\w'"]/);
    // No expression, no name of a code, nothing left out, nothing left empty.
    expect(message).not.toMatch(/[\^\\]|not valid|another form|undefined|_invalid|, $/);
  }
});

test('nearly every field refuses something', () => {
  const silent = fields.filter(({ name, field, values }) => messages(name, field, values).length === 0);
  expect(fields.length).toBeGreaterThan(40);
  expect(silent.length).toBeLessThan(fields.length / 4);
});

test.each([
  [{ account_id: 'x' }, /'account_id': it must be a number/],
  [{ account_id: 1 }, /it must name the user by 'user_id' or by 'external_id', and not by both/],
])('parseJson of %j for UserRevocation says what is missing', (body, message) => {
  expect(() => parseJson(UserRevocation, body)).toThrow(message);
});
