import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { FollowUpMethod } from '../contract/billing/billing.ts';
import { MerchantApiError } from './merchant-api-error.ts';
import { createMerchantClient } from './merchant-client.ts';

type Received = { path: string; form: Record<string, string>; headers: IncomingMessage['headers'] };
type Reply =
  | 'silence'
  | 'cut'
  | { status: number; body: unknown; headers?: Record<string, string>; goes?: 'away' };

const received: Received[] = [];
let stop = () => {};
afterEach(() => {
  stop();
  received.length = 0;
});

/** A service that gives one reply after the other, the last for ever. */
async function openClient(...replies: Reply[]) {
  let count = 0;
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const form = Object.fromEntries(new URLSearchParams(text));
    received.push({ path: request.url ?? '', form, headers: request.headers });
    const next = replies[Math.min(count++, replies.length - 1)];
    if (typeof next === 'object' && next.goes) server.close();
    if (next) reply(response, next);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stop = () => {
    server.close();
    server.closeAllConnections();
  };
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return createMerchantClient({ secretKey: 'sk_test', baseUrl: `http://127.0.0.1:${port}/`, timeoutMs: 300 });
}

function reply(response: ServerResponse, what: Reply) {
  if (what === 'silence') return;
  if (what === 'cut') response.socket?.destroy();
  else response.writeHead(what.status, what.headers).end(JSON.stringify(what.body));
}

const start = { ccToken: 'cct_1', amount: '48.50', currency: 'EUR', merchant_id: 1001 } as const;
const parts = { transaction: { transactionID: 't', status: 'OK' }, pm: { id: 1 } };
const approved = { status: 200, body: { ...parts, status: 'OK' } };
const error = (code: string, more = {}) => ({ status: 'ERROR', error: { code, message: 'Cannot', ...more } });
const keys = () => received.map(({ headers }) => headers['idempotency-key']);
const failure = async (call: Promise<unknown>) => {
  const raised = await call.catch((thrown: unknown) => thrown);
  if (raised instanceof MerchantApiError) return raised;
  throw new Error('expected a MerchantApiError');
};

test('bill refuses a start that names no merchant, before anything is sent', async () => {
  const client = await openClient(approved);
  const { merchant_id: _, ...unnamed } = start;
  for (const method of ['SALE', 'AUTH', 'SALE_3DS', 'AUTH_3DS'] as const) {
    // @ts-expect-error the type refuses it, too
    const billed = client.bill({ ...unnamed, method });
    await expect(billed).rejects.toThrow(`Cannot bill by ${method}: no merchant is named`);
  }
  // @ts-expect-error the type refuses it, too
  await expect(client.sale(unnamed)).rejects.toThrow(TypeError);
  expect(received).toEqual([]);
  await client.sale({ ...unnamed, merchantRef: 'demo' });
  await client.void({ transactionID: 't' });
  // On a busy machine a call may come twice, with its key.
  expect(new Set(keys()).size).toBe(2);
});

test.each([
  ['secretKey', { secretKey: '' }],
  ['secretKey', { secretKey: process.env['NO_SUCH_KEY'] as unknown as string }],
  ['secretKey', { secretKey: 'sk_a\nb' }],
  ['baseUrl', { baseUrl: '' }],
  ['baseUrl', { baseUrl: 'nope' }],
  ['baseUrl', { baseUrl: 'localhost:4000' }],
  ['baseUrl', { baseUrl: 'ftp://127.0.0.1' }],
  ['baseUrl', { baseUrl: 'http://user:pass@127.0.0.1' }],
  ['baseUrl', { baseUrl: 'http://127.0.0.1/?a=b' }],
])('createMerchantClient refuses a %s that no call can be made with: %j', (name, wrong) => {
  const create = () => createMerchantClient({ secretKey: 'sk_test', baseUrl: 'http://127.0.0.1', ...wrong });
  expect(create).toThrow(TypeError);
  expect(create).toThrow(`'${name}'`);
  expect(create).not.toThrow(/sk_a|pass/);
});

test('sale sends a form with secret key and an idempotency key, and gives transaction and pm', async () => {
  const client = await openClient(approved);
  const result = await client.sale({ ...start, metadata: { moto: 'phone' } });
  expect(result).toEqual({ outcome: 'accepted', ...parts });
  expect(received[0]).toMatchObject({
    path: '/wallet/api/v1/billing',
    form: { ...start, merchant_id: '1001', method: 'SALE', metadata: '{"moto":"phone"}' },
    headers: { secretkey: 'sk_test', 'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/) },
  });
});

test('sale sends members of the payment method object beside its token, what is null not at all', async () => {
  const client = await openClient(approved);
  const browser = { ip: '127.0.0.1', screenHeight: 800, timezoneOffset: -60, browserAgent: 'x' };
  const fingerprint = { walletSdkSessionId: 's-1', ...browser };
  await client.sale({ ...start, fingerprint, encrypted_cvv: 'e30..a' });
  const sent = { ...start, merchant_id: '1001', method: 'SALE' };
  expect(received[0]?.form).toEqual({
    ...sent,
    fingerprint: JSON.stringify(fingerprint),
    encrypted_cvv: 'e30..a',
  });
  await client.bill({ ...start, method: 'SALE', fingerprint: null, encrypted_cvv: null });
  expect(received[1]?.form).toEqual(sent);
});

const lowercase = <Name extends string>(name: Name) => name.toLowerCase() as Lowercase<Name>;

test.each(['auth' as const, ...FollowUpMethod.options.map(lowercase)])(
  '%s names its method',
  async (name) => {
    const client = await openClient(approved);
    await client[name]({ ...start, transactionID: 't' }, { idempotencyKey: 'mine' });
    expect(received[0]?.form['method']).toBe(name.toUpperCase());
    expect(keys()).toEqual(['mine']);
  },
);

test.each([402, 200])('bill gives a decline as a result, told with %s', async (status) => {
  const body = { ...error('card_declined', { decline_code: 'insufficient_funds' }), ...parts };
  const client = await openClient({ status, body });
  const result = await client.sale(start);
  expect(result).toMatchObject({ outcome: 'declined', declineCode: 'insufficient_funds', ...parts });
});

test('a refusal is raised with all that the service said', async () => {
  const details = { param: 'amount', doc_url: 'http://x/docs/errors#amount_invalid', request_id: 'r-1' };
  const client = await openClient({ status: 400, body: error('amount_invalid', details) });
  expect(await failure(client.sale(start))).toMatchObject({
    code: 'amount_invalid',
    status: 400,
    param: 'amount',
    docUrl: details.doc_url,
    requestId: 'r-1',
  });
  expect(received).toHaveLength(1);
});

test('a call without an answer is repeated with the same idempotency key', async () => {
  const client = await openClient('cut', 'silence', approved);
  expect(await client.sale(start)).toMatchObject({ outcome: 'accepted' });
  expect(received).toHaveLength(3);
  expect(new Set(keys()).size).toBe(1);
  await client.sale(start);
  expect(new Set(keys()).size).toBe(2);
});

test('a call the service asks to repeat is repeated when it says', async () => {
  const later = { status: 503, body: error('overloaded'), headers: { 'Retry-After': '0' } };
  const client = await openClient(later, later, approved);
  expect(await client.sale(start)).toMatchObject({ outcome: 'accepted' });
  const longer = { ...later, headers: { 'Retry-After': '3600' } };
  expect(await failure((await openClient(longer)).sale(start))).toMatchObject({ code: 'overloaded' });
});

const refusal = (status: number, code: string) => {
  const details = { request_id: 'r-1', doc_url: `http://x/docs/errors#${code}` };
  return { status, body: error(code, details), headers: { 'Retry-After': '0' } };
};
const page = { status: 504, body: '<h1>Gateway timeout</h1>' };
const storeTrouble = refusal(503, 'store_unavailable');
const stopping = refusal(503, 'shutting_down');
const goes = { goes: 'away', headers: { 'Retry-After': '0', Connection: 'close' } } as const;

test.each<[raised: string, what: string, replies: Reply[]]>([
  ['answer_lost', 'no answer, then trouble with the store', ['cut', storeTrouble]],
  ['answer_lost', 'no answer, then a service that stops', ['cut', stopping]],
  ['answer_lost', 'no answer, then too many requests', ['cut', refusal(429, 'rate_limited')]],
  ['answer_lost', 'no answer, then a key that was revoked', ['cut', refusal(401, 'secret_key_invalid')]],
  ['answer_lost', 'no answer, then one cut off on its way', ['cut', refusal(400, 'body_malformed')]],
  ['answer_lost', 'no answer, then the first still running', ['cut', refusal(409, 'idempotency_key_in_use')]],
  ['answer_lost', 'no answer, then no processor', ['cut', refusal(503, 'processor_unavailable')]],
  ['answer_lost', 'trouble with the store, then nobody', [{ ...storeTrouble, ...goes }]],
  ['answer_lost', 'the page of a proxy, then nobody', [{ ...page, ...goes }]],
  ['answer_lost', 'the page of a proxy', [page]],
  ['answer_lost', 'the JSON of a proxy', [{ status: 403, body: { status: 403, error: 'Forbidden' } }]],
  ['answer_lost', 'trouble with the store', [storeTrouble]],
  ['answer_lost', 'a failure of the service', [refusal(500, 'internal_error')]],
  ['answer_lost', 'a service that stops, then no answer', [stopping, 'cut']],
  ['service_unreachable', 'a service that stops, then nobody', [{ ...stopping, ...goes }]],
  ['shutting_down', 'a service that stops', [stopping]],
  ['overloaded', 'a service with too much to do', [refusal(503, 'overloaded')]],
  ['processor_unavailable', 'no processor', [refusal(503, 'processor_unavailable')]],
  ['rate_limited', 'too many requests', [refusal(429, 'rate_limited')]],
  ['secret_key_invalid', 'a wrong key', [refusal(401, 'secret_key_invalid')]],
  ['amount_invalid', 'no answer, then a refusal', ['cut', refusal(400, 'amount_invalid')]],
  ['amount_exceeds_refundable', 'a page, then a refusal', [page, refusal(422, 'amount_exceeds_refundable')]],
])('a billing raises %s after %s', async (raised, _what, replies) => {
  const client = await openClient(...replies);
  expect(await failure(client.sale(start))).toMatchObject({ code: raised });
});

test.each<[what: string, first: Reply]>([
  ['no answer', 'cut'],
  ['trouble with the store', storeTrouble],
  ['the page of a proxy', page],
])('a billing after %s ends by the answer that says how it ended', async (_what, first) => {
  const done = await openClient(first, stopping, approved);
  expect(await done.sale(start)).toMatchObject({ outcome: 'accepted' });
  stop();
  const body = { ...error('card_declined', { decline_code: 'lost_card' }), ...parts };
  const declined = await openClient(first, { status: 402, body });
  expect(await declined.sale(start)).toMatchObject({ outcome: 'declined', declineCode: 'lost_card' });
});

test('a lost answer tells what was answered in its place', async () => {
  const client = await openClient(storeTrouble);
  expect(await failure(client.sale(start))).toMatchObject({
    code: 'answer_lost',
    status: 503,
    requestId: 'r-1',
    cause: { code: 'store_unavailable' },
  });
  stop();
  const behindProxy = await openClient(page);
  expect(await failure(behindProxy.sale(start))).toMatchObject({
    code: 'answer_lost',
    status: 504,
    cause: { code: 'answer_malformed' },
  });
});

test('a lookup carries nothing out: it raises what the last attempt met', async () => {
  const inTrouble = await openClient('cut', storeTrouble);
  expect(await failure(inTrouble.lookup('t'))).toMatchObject({ code: 'store_unavailable', status: 503 });
  stop();
  const behindProxy = await openClient(page);
  expect(await failure(behindProxy.lookup('t'))).toMatchObject({ code: 'answer_malformed', status: 504 });
  stop();
  const cut = await failure((await openClient('cut')).lookup('t'));
  expect(cut.message).toBe('Cannot read the answer: the lookup was sent and not answered, ask again');
});

test('a call that never gets an answer is raised as lost', async () => {
  const client = await openClient('cut');
  expect(await failure(client.sale(start))).toMatchObject({ code: 'answer_lost', status: undefined });
  expect(received).toHaveLength(3);
});

test('a call that reaches nobody is raised as such: nothing can have happened', async () => {
  const client = await openClient(approved);
  stop();
  expect(await failure(client.lookup('t'))).toMatchObject({ code: 'service_unreachable' });
});

test('lookup gives the record, or undefined when there is none', async () => {
  const record = { transaction_id: 'a/b' };
  const client = await openClient(
    { status: 200, body: { transaction: record, status: 'OK' } },
    { status: 404, body: error('transaction_not_found') },
    { status: 401, body: error('secret_key_invalid') },
  );
  expect(await client.lookup('a/b')).toEqual(record);
  expect(received[0]?.path).toBe('/wallet/api/v1/transactions/a%2Fb');
  expect(await client.lookup('b')).toBeUndefined();
  expect(await failure(client.lookup('c'))).toMatchObject({ code: 'secret_key_invalid' });
});

test('refreshToken, login and updateMetadata speak for users', async () => {
  const client = await openClient(
    { status: 200, body: { Status: 'OK', refreshToken: 'rt', hint: '0' } },
    { status: 200, body: { status: 'OK', id: 7, accessToken: 'at', userInfo: { isGuest: false } } },
    { status: 200, body: { status: 'OK' } },
  );
  expect(await client.refreshToken({ externalID: 'u', ttl: 60, custom: { a: 1 } })).toEqual({
    refreshToken: 'rt',
    hint: '0',
  });
  expect(await client.login({ externalID: 'u', withMetadata: true })).toMatchObject({ id: 7 });
  await client.updateMetadata('at', { a: null });
  expect(received.map(({ form }) => form)).toEqual([
    { externalID: 'u', ttl: '60', custom: '{"a":1}' },
    { externalID: 'u', withMetadata: '1' },
    { metadata: '{"a":null}' },
  ]);
  expect(received[2]?.headers).toMatchObject({ authorization: 'at' });
  expect(received[2]?.headers).not.toHaveProperty('secretkey');
});
