import { expect, test } from 'vitest';
import { refuseUndocumented } from './test-conformance.ts';

const json = { 'Content-Type': 'application/json; charset=utf-8', 'Request-Id': 'r' };
const metadata = (body: string) => ({
  method: 'POST',
  url: 'http://localhost/users/api/v1/user/metadata',
  body,
});
const answer = (body: object, status = 200) => new Response(JSON.stringify(body), { status, headers: json });
const refusal = (code: string) => ({
  status: 'ERROR',
  error: {
    type: 'invalid_request_error',
    code,
    message: 'Cannot',
    doc_url: '/docs/errors',
    request_id: '1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b',
  },
});

const withHeaders = (given: Response, more: Record<string, string>) => {
  for (const [name, value] of Object.entries(more)) given.headers.set(name, value);
  return given;
};

test('refuseUndocumented lets pass what the document shows', async () => {
  await refuseUndocumented(metadata('metadata={}'), answer({ status: 'OK' }));
  await refuseUndocumented(metadata(''), answer(refusal('parameter_invalid'), 400));
});

test.each([
  ['a field too many', 'metadata={}', answer({ status: 'OK', more: 1 })],
  ['a field too few', 'metadata={}', answer({})],
  ['another value', 'metadata={}', answer({ status: 'ok' })],
  [
    'a header that is not listed',
    '',
    withHeaders(answer({ status: 'OK' }), { 'Idempotent-Replayed': 'true' }),
  ],
  [
    'a header of another form',
    '',
    withHeaders(answer(refusal('overloaded'), 503), { 'Retry-After': 'soon' }),
  ],
  ['a missing header', '', answer(refusal('access_token_missing'), 401)],
  ['a status that is not listed', 'metadata={}', answer({ status: 'OK' }, 201)],
  ['a code of another operation', 'metadata={}', answer(refusal('amount_invalid'), 400)],
  ['a code of another status', 'metadata={}', answer(refusal('parameter_invalid'), 401)],
  ['an accepted request that should not be', 'metadata=1', answer({ status: 'OK' })],
])('refuseUndocumented refuses %s', async (_what, form, given) => {
  await expect(refuseUndocumented(metadata(form), given)).rejects.toThrow();
});
