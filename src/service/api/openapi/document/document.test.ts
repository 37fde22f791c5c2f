import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../main/app.ts';
import { openTestService } from '../../../test-kit/test-context.ts';
import { ANY_REQUEST } from '../common-errors.ts';
import { OPERATIONS } from '../operations/all-operations.ts';
import { openApiDocument } from './document.ts';
import { wantsExample } from './field-examples.ts';
import { FIELD_TEXTS } from './field-texts.ts';

const document = openApiDocument('http://127.0.0.1:4000');
const service = await openTestService();
afterAll(service.close);

/** Mounted, and not of the interface that the document shows. */
const BESIDE = [
  'GET /3ds/assets/:name',
  'GET /3ds/box/:capability',
  'GET /3ds/box/:capability/state',
  'GET /3ds/return/:name',
  'POST /3ds/return/:name',
  'POST /3ds/method',
  'POST /3ds/results',
  'POST /3ds/term',
  'POST /acquirers/:name/notifications',
  'GET /llms.txt',
  'GET /openapi.json',
  'GET /wallet/instant/return/:id',
  'OPTIONS /wallet/api/v1/token',
  'POST /wallet/instant/results',
];

test('openApiDocument is accepted by a validator', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

test('openApiDocument is what /openapi.json serves', async () => {
  const answer = await createApp(service.context).request('/openapi.json');
  expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(document)));
});

test('openApiDocument has no note for maintainers', () => {
  expect(JSON.stringify(document)).not.toMatch(/\b(?:Spec|Rule|Chosen): /);
});

test('openApiDocument says which answers end a callback', () => {
  const { responses } = document.webhooks['callback']?.['post'] ?? {};
  expect(Object.keys(responses ?? {}).sort()).toEqual(['2XX', '410', 'default']);
});

test('openApiDocument has the headers of a callback, as it is signed', () => {
  const { parameters = [], externalDocs } = document.webhooks['callback']?.['post'] ?? {};
  expect(externalDocs?.url).toBe('https://www.standardwebhooks.com');
  const at = new Date(1_893_499_200_000);
  const sent = new Map([
    ['webhook-id', 'msg_1'],
    ['webhook-timestamp', String(at.getTime() / 1000)],
    ['webhook-signature', new Webhook(`whsec_${'A'.repeat(43)}=`).sign('msg_1', at, '{}')],
  ]);
  expect(parameters.map(({ name }) => name)).toEqual([...sent.keys()]);
  for (const { name, schema, example, required } of parameters) {
    expect(required).toBe(true);
    for (const value of [example, sent.get(name)]) expect(value).toMatch(new RegExp(schema.pattern ?? ''));
  }
});

test('openApiDocument shows no empty text as an example', () => {
  const empty = Object.entries(document.components.schemas).filter(([, schema]) =>
    JSON.stringify(schema).includes('"examples":[""]'),
  );
  expect(empty).toEqual([]);
});

test('OPERATIONS are the mounted routes', () => {
  const mounted = createApp(service.context)
    .routes.filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => !/^GET \/(docs.*)?$/.test(route));
  const listed = OPERATIONS.map(({ method, path }) => {
    return `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
  });
  expect(new Set(mounted)).toEqual(new Set([...listed, ...BESIDE]));
});

describe.each(OPERATIONS)('$id', ({ form, answer, declined }) => {
  test('has examples that its schemas accept', () => {
    if (form) expect(form.schema.safeParse(form.example).error).toBeUndefined();
    for (const example of Object.values(answer.examples)) answer.schema.parse(example);
    for (const example of Object.values(declined?.examples ?? {})) declined?.schema.parse(example);
    expect(answer.examples).not.toEqual({});
  });
});

test.each(Object.entries(document.components.schemas))(
  'FIELD_TEXTS has a text for every field of %s',
  (id, schema) => {
    const branches = schema.anyOf ?? schema.oneOf ?? [schema];
    const fields = branches.flatMap((branch) =>
      Object.keys(typeof branch === 'boolean' ? {} : (branch.properties ?? {})),
    );
    expect(Object.keys(FIELD_TEXTS[id] ?? {}).toSorted()).toEqual([...new Set(fields)].toSorted());
  },
);

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const billing = document.paths['/wallet/api/v1/billing']?.['post']?.requestBody?.content;
const isForm = ajv.compile(billing?.['application/x-www-form-urlencoded']?.schema ?? {});
const money = { amount: '10.50', currency: 'EUR' };
const start = { ...money, method: 'SALE', ccToken: 'cc_1', merchantRef: 'demo' };

test.each<[boolean, Record<string, string>]>([
  [true, start],
  [true, { ...start, secretKey: 'sk' }],
  [false, { ...start, amount: '0.001' }],
  [false, { ...money, method: 'SALE', ccToken: 'cc_1' }],
  [false, { ...money, method: 'AUTH_3DS', merchant_id: '1001' }],
  [true, { ...money, method: 'CHARGE', transactionID: 't' }],
  [false, { ...money, method: 'REFUND' }],
  [false, { method: 'CHARGE', transactionID: 't' }],
  [true, { method: 'VOID', transactionID: 't' }],
  [false, { method: 'VOID' }],
])('openApiDocument takes as a billing form: %s, %j', (expected, form) => {
  expect(isForm(form)).toBe(expected);
});

test('openApiDocument has an example of every code that an operation answers with, and of no other', () => {
  const answered = new Set(OPERATIONS.flatMap(({ errors }) => [...errors, ...ANY_REQUEST]));
  const declines = ['card_declined', 'three_ds_failed'];
  const shown = Object.keys(document.components.examples).map((name) => name.replace(/^.*error_/, ''));
  for (const code of answered) if (!declines.includes(code)) expect(shown).toContain(code);
  for (const code of shown) expect(answered).toContain(code);
});

test('openApiDocument has an example of every field', () => {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const forms = operations.flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}));
  const schemas = [...Object.values(document.components.schemas), ...forms.map(({ schema }) => schema)];
  const branches = schemas.flatMap((schema) => schema.anyOf ?? schema.oneOf ?? [schema]);
  const without = branches.flatMap((branch) => {
    const fields = Object.entries(typeof branch === 'object' ? (branch.properties ?? {}) : {});
    return fields
      .filter(([, field]) => typeof field === 'object' && wantsExample(field))
      .map(([name]) => name);
  });
  expect(without).toEqual([]);
  const parameters = operations.flatMap((operation) => operation.parameters ?? []);
  expect(parameters.filter(({ example }) => example === undefined)).toEqual([]);
});
