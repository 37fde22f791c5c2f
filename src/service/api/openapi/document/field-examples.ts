import type { JsonSchema, MediaType, OperationObject } from '../document-types.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;
type Node = JsonSchema | boolean | undefined;
/** Example values by schema and field, such as `SavedCard.brand`. */
type Examples = Map<string, unknown>;

/** Of fields that no example of an answer shows, by name. */
const BESIDE: Readonly<Record<string, unknown>> = {
  settled_at: '2030-01-01 13:00:00',
  charged_back: '48.50',
  child_business_id: 2,
  order_id: 'order-77',
  ref_transaction_id: 'order-77-1',
  view: 'CHECKOUT',
  encrypted_cvv: 'eyJhbGciOiJSU0EtT0FFUC0yNTYifQ.a2V5.aXY.Y3Z2.dGFn',
  fingerprint:
    '{"walletSdkSessionId":"ws_3Zt5KQ2mX8","ip":"203.0.113.7","screenHeight":1080,"timezoneOffset":-60,"browserAgent":"Mozilla/5.0"}',
  walletSdkSessionId: 'ws_3Zt5KQ2mX8',
  walletSession: 'ws_3Zt5KQ2mX8',
  ip: '203.0.113.7',
  screenHeight: 1080,
  timezoneOffset: -60,
  browserAgent: 'Mozilla/5.0',
  networks: ['VI', 'CU'],
  brand: 'VI',
  param: 'amount',
  merchant_id: '1001',
  merchantRef: 'demo',
  custom: '{"tier":"gold"}',
  metadata: '{"cart":"c-19"}',
  callback_url: 'https://shop.example/callbacks',
  externalID: 'user-1042',
  isGuest: '1',
  hasChallenge: true,
  saveForLater: '1',
  secretKey: 'sk_sandbox_demo',
  'Idempotency-Key': '8f14e45f-ceea-467f-ab1b-5d3b0c2e9a61',
  Origin: 'http://localhost:3000',
};

/** A field's or header's example by its name alone. */
export const exampleOf = (name: string): unknown => BESIDE[name];

/** The named schemas, each scalar field with an example: the first value that the examples of answers have for it. */
export function withFieldExamples(
  schemas: Schemas,
  operations: readonly OperationObject[],
): Record<string, JsonSchema> {
  const examples: Examples = new Map();
  for (const media of operations.flatMap(examplesOf)) {
    for (const one of Object.values(media.examples ?? {}))
      if ('value' in one) collect(one.value, { schema: media.schema, owner: '', schemas, examples });
  }
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [
      id,
      withExamples(schema, (name) => examples.get(`${id}.${name}`)),
    ]),
  );
}

/** Puts an example to each scalar field that has none. Without a value of its own a field gets the one for its name. */
export function withExamples(schema: JsonSchema, exampleFor: (name: string) => unknown): JsonSchema {
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) {
    const branchesWithExamples = branches.map((branch) =>
      typeof branch === 'boolean' ? branch : withExamples(branch, exampleFor),
    );
    return {
      ...schema,
      ...(schema.anyOf ? { anyOf: branchesWithExamples } : { oneOf: branchesWithExamples }),
    };
  }
  if (!schema.properties) return schema;
  const properties = Object.entries(schema.properties).map(([name, field]) => {
    const value = exampleFor(name) ?? exampleOf(name);
    return [
      name,
      typeof field === 'object' && wantsExample(field) && value !== undefined
        ? { ...field, examples: [value] }
        : field,
    ];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** A reference has those of its target, a constant is its own, and what is made of fields has theirs. */
export function wantsExample(field: JsonSchema): boolean {
  const { items } = field;
  const holdsFields = typeof items === 'object' && !Array.isArray(items) && (items.$ref ?? items.properties);
  const isNamed = [field, ...(field.anyOf ?? [])].some((one) => typeof one === 'object' && one.$ref);
  return !isNamed && !holdsFields && field.const === undefined && field.type !== 'object' && !field.examples;
}

/** What is answered, and what a callback is sent. */
function examplesOf({ responses, requestBody }: OperationObject): MediaType[] {
  return [...Object.values(responses), requestBody].flatMap((one) => Object.values(one?.content ?? {}));
}

type At = {
  readonly schema: Node;
  readonly owner: string;
  readonly schemas: Schemas;
  readonly examples: Examples;
};

function collect(value: unknown, { schema, owner, schemas, examples }: At): void {
  if (typeof schema !== 'object') return;
  const into = (next: Node, part: unknown, nextOwner = owner) =>
    collect(part, { schema: next, owner: nextOwner, schemas, examples });
  if (schema.$ref !== undefined) {
    const id = schema.$ref.split('/').at(-1) ?? '';
    into(schemas[id], value, id);
    return;
  }
  for (const branch of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter((one) =>
    fits(one, value, schemas),
  ))
    into(branch, value);
  for (const part of schema.allOf ?? []) into(part, value);
  if (Array.isArray(value))
    for (const item of value) into(Array.isArray(schema.items) ? undefined : schema.items, item);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    const key = `${owner}.${name}`;
    const isScalar = typeof part !== 'object' || part === null;
    // An empty text shows nothing.
    if (isScalar && part !== '' && !examples.has(key)) examples.set(key, part);
    into(schema.properties?.[name], part);
  }
}

/** Whether an object has what the branch requires, and nothing else than it knows. */
function fits(branch: Node, value: unknown, schemas: Schemas): boolean {
  if (typeof branch !== 'object' || typeof value !== 'object' || value === null) return false;
  if (branch.$ref !== undefined) return fits(schemas[branch.$ref.split('/').at(-1) ?? ''], value, schemas);
  const { anyOf, oneOf, properties = {}, required = [] } = branch;
  const branches = anyOf ?? oneOf;
  if (branches) return branches.some((one) => fits(one, value, schemas));
  const isConst = Object.entries(properties).every(
    ([name, field]) =>
      typeof field !== 'object' ||
      field.const === undefined ||
      !(name in value) ||
      Reflect.get(value, name) === field.const,
  );
  return (
    isConst &&
    required.every((name) => name in value) &&
    Object.keys(value).every((name) => name in properties)
  );
}
