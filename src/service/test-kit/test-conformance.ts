import { mkdirSync, writeFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { openApiDocument } from '../api/openapi/document/document.ts';
import type { HeaderObject, OperationObject } from '../api/openapi/document-types.ts';
import { REFRESH_TOKEN_PATH } from '../api/routes/users.ts';

/** The folder with a file for each code that a test was answered with; `every-code.test.ts` reads them. */
export const SEEN_CODES = '.cache/error-codes';

const FORM = 'application/x-www-form-urlencoded';
const document = openApiDocument('http://127.0.0.1:4000');
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema(document, 'openapi', true, false);

const templates = Object.entries(document.paths).map(([path, operations]) => ({
  path,
  operations,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

type DocumentedRequest = { readonly method: string; readonly url: string; readonly body: string };

/** For tests: throws when an answer, or a request that was accepted, differs from the document. */
export async function refuseUndocumented(request: DocumentedRequest, answer: Response): Promise<void> {
  const { pathname } = new URL(request.url);
  const method = request.method.toLowerCase();
  const template = templates.find(({ pattern }) => pattern.test(pathname));
  const operation = template?.operations[method];
  const isJson = answer.headers.get('Content-Type') === 'application/json; charset=utf-8';
  const body: unknown = isJson ? await answer.json() : undefined;
  if (isJson) recordCode(body);
  if (template === undefined || operation === undefined) {
    const isPage = answer.headers.get('Content-Type')?.startsWith('text/html');
    if (answer.status >= 400 && !isPage)
      refuseFaults(body, pointer('components', 'schemas', errorBodyAt(pathname)));
    return;
  }
  refuseUndocumentedStatus(operation, answer);
  const [type = ''] = (answer.headers.get('Content-Type') ?? '').split(';');
  if (type === 'text/event-stream' && operation.responses[answer.status]?.content?.[type]) return;
  const path = ['paths', template.path, method] as const;
  const status = String(answer.status);
  refuseFaults(body, pointer(...path, 'responses', status, 'content', 'application/json', 'schema'));
  if (answer.status > 399 && answer.status !== 402) return;
  if (!operation.requestBody) return;
  const form = Object.fromEntries(new URLSearchParams(request.body));
  refuseFaults(form, pointer(...path, 'requestBody', 'content', FORM, 'schema'));
}

const errorBodyAt = (path: string) => (path === REFRESH_TOKEN_PATH ? 'RefreshTokenErrorBody' : 'ErrorBody');

function refuseUndocumentedStatus(operation: OperationObject, answer: Response) {
  if (!operation.responses[answer.status]) {
    throw new Error(`${operation.operationId}: answered ${answer.status}, which the document does not list`);
  }
  const listedHeaders = operation.responses[answer.status]?.headers ?? {};
  const documentedHeaders: Readonly<Record<string, HeaderObject>> = document.components.headers;
  for (const [name, { required = false, schema }] of Object.entries(documentedHeaders)) {
    const value = answer.headers.get(name);
    const header = `${operation.operationId}: ${answer.status} with header ${name}`;
    if (value === null && required && listedHeaders[name]) throw new Error(`${header}: found none`);
    if (value === null) continue;
    if (!listedHeaders[name]) throw new Error(`${header}: the document does not list it`);
    refuseFaults(schema.type === 'integer' ? Number(value) : value, headerPointer(name));
  }
}

const headerPointer = (name: string) => pointer('components', 'headers', name, 'schema');

function refuseFaults(value: unknown, schema: string) {
  const validate = ajv.getSchema(schema);
  if (!validate) throw new Error(`the document has nothing at ${schema}`);
  if (!validate(value)) {
    throw new Error(
      `not as documented at ${schema}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value)}`,
    );
  }
}

function pointer(...names: readonly string[]) {
  const steps = names.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1')));
  return `openapi#/${steps.join('/')}`;
}

/** Leaves a file for the code of a refusal. */
export function recordCode(body: unknown) {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (typeof code !== 'string') return;
  mkdirSync(SEEN_CODES, { recursive: true });
  writeFileSync(`${SEEN_CODES}/${code}`, '');
}
