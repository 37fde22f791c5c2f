import { ERROR_GUIDE } from '../../../../contract/errors/error-guide.ts';
import { ERROR_CODES, type ErrorCode } from '../../../../contract/errors/errors.ts';
import { errorStatus, errorType } from '../../http/error-body.ts';
import type { OpenApiDocument } from '../document-types.ts';
import { EXAMPLE_BASE_URL, errorExample } from '../examples.ts';
import { groupBy } from '../group-by.ts';
import { OPERATIONS } from '../operations/all-operations.ts';
import { ANSWER_HEADERS } from './answer-headers.ts';
import { callbackOperation } from './callback-operation.ts';
import { withFieldExamples } from './field-examples.ts';
import { namedSchemas } from './named-schemas.ts';
import { operationObject } from './operation-object.ts';

const description =
  'Sessions, card billing and lookup of the embeddable wallet. Requests are forms, answers JSON. The demo account exists from the start: secret key `sk_sandbox_demo`, publishable key `pk_sandbox_demo`, and the merchants `1001` and `1002`; the latter answers follow-ups by callback. Every refusal has the same body with a stable code. Unknown parameters are ignored and named in the header `Sandbox-Ignored-Params`, those in the query of a form as `?name`. The header `Sandbox-Warning` names parameters whose values should not be stored, such as a card number.';

const securitySchemes = {
  secretKey: {
    type: 'apiKey',
    in: 'header',
    name: 'secretKey',
    description:
      'Your secret key, on your backend only. Endpoints with a form also take it as the parameter `secretKey`.',
  },
  userToken: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The access token of the login endpoint, with or without `Bearer` before it.',
  },
  walletToken: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The access token of the token exchange.',
  },
};

const tags = [
  { name: 'Users', description: 'Sessions of your users, and their metadata.' },
  { name: 'Billing', description: 'Payments and their results.' },
  { name: 'Wallet', description: 'For the wallet; your page uses the SDK instead.' },
  { name: 'Service', description: 'Keys and health.' },
];

/** The OpenAPI 3.1 document, from the schemas that validate and the table of operations. */
export function openApiDocument(baseUrl: string): OpenApiDocument {
  const operations = Object.fromEntries(paths());
  const webhooks = { callback: { post: callbackOperation() } };
  const all = [...Object.values(operations), webhooks.callback].flatMap(Object.values);
  return {
    openapi: '3.1.1',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Embeddable wallet',
      version: '1',
      summary: 'The wallet service, version 1',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags,
    paths: atAddress(operations, baseUrl),
    webhooks,
    components: {
      schemas: atAddress(withFieldExamples(namedSchemas(), all), baseUrl),
      securitySchemes,
      examples: Object.fromEntries(errorExamples(JSON.stringify(operations), baseUrl)),
      headers: ANSWER_HEADERS,
    },
  };
}

/** Replaces the address that the examples are written for with this service's. */
function atAddress<Value>(value: Value, baseUrl: string): Value {
  return JSON.parse(JSON.stringify(value), (_name, inside) =>
    typeof inside === 'string' ? inside.replaceAll(EXAMPLE_BASE_URL, baseUrl) : inside,
  );
}

function paths() {
  const byPath = groupBy(OPERATIONS, ({ path }) => path);
  return [...byPath].map(
    ([path, operations]) =>
      [
        path,
        Object.fromEntries(operations.map((operation) => [operation.method, operationObject(operation)])),
      ] as const,
  );
}

/** An example of each code that an operation is answered with, as the operations refer to it. */
function errorExamples(operations: string, baseUrl: string) {
  const kinds = { error: {}, refresh_token_error: { Status: 'ERROR' } };
  return Object.entries(kinds).flatMap(([kind, beside]) =>
    ERROR_CODES.filter((code) => operations.includes(`"#/components/examples/${kind}_${code}"`)).map(
      (code) => [`${kind}_${code}`, codeExample(code, { baseUrl, beside })] as const,
    ),
  );
}

function codeExample(code: ErrorCode, { baseUrl, beside }: { baseUrl: string; beside: object }) {
  const { means, todo } = ERROR_GUIDE[code];
  const value = { ...beside, ...errorExample({ type: errorType(code), code, message: means }, baseUrl) };
  return { summary: `${errorStatus(code)} ${code}`, description: `${means} ${todo}`, value };
}
