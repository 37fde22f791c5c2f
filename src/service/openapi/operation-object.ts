import { ErrorBody } from '../../contract/error-body.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { errorStatus } from '../http/error-body.ts';
import { ANY_REQUEST } from './common-errors.ts';
import type { OperationObject, ParameterObject, ResponseObject } from './document-types.ts';
import { RefreshTokenErrorBody } from './error-schemas.ts';
import { groupBy } from './group-by.ts';
import { answerSchema, formSchema } from './named-schemas.ts';
import type { Answer, Operation } from './operation.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';
const STREAM_TYPE = 'text/event-stream';
const headers = { 'Request-Id': { $ref: '#/components/headers/Request-Id' } };
const pauseHeaders = { ...headers, 'Retry-After': { $ref: '#/components/headers/Retry-After' } };

/** One operation as OpenAPI writes it. */
export function operationObject(operation: Operation): OperationObject {
  const { id, tag, summary, text, auth, form } = operation;
  const parameters = [
    ...pathParameters(operation),
    ...queryParameters(operation),
    ...headerParameters(operation),
  ];
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: text,
    security: auth === 'none' ? [] : [{ [auth]: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(form && { requestBody: formBody(form) }),
    responses: {
      200: withStream(operation, accepted(operation)),
      ...Object.fromEntries(errorResponses(operation)),
    },
  };
}

function pathParameters({ pathTexts = {} }: Operation): ParameterObject[] {
  return Object.entries(pathTexts).map(([name, { text, example }]) => ({
    ...{ name, in: 'path', required: true },
    ...{ description: text, schema: { type: 'string' }, example },
  }));
}

function queryParameters({ query }: Operation): ParameterObject[] {
  if (!query) return [];
  const { properties = {} } = formSchema(query.schema, {});
  return Object.entries(query.texts).map(([name, description]) => {
    const schema = properties[name];
    const example = query.example[name];
    return {
      ...{ name, in: 'query', required: false, description },
      schema: typeof schema === 'object' ? schema : {},
      ...(example !== undefined && { example }),
    };
  });
}

function headerParameters({ headers: texts = {} }: Operation): ParameterObject[] {
  return Object.entries(texts).map(([name, text]) => ({
    ...{ name, in: 'header', required: false },
    ...{ description: text, schema: { type: 'string' } },
  }));
}

function formBody({ schema, texts, example }: NonNullable<Operation['form']>) {
  const json = formSchema(schema, texts);
  const required = (json.required ?? []).length > 0;
  return { required, content: { [FORM_TYPE]: { schema: json, example } } };
}

/** By a merchant setting a decline comes with this status too. */
function accepted({ answer, declined }: Operation): ResponseObject {
  const response = answerResponse(answer);
  if (!declined) return response;
  const schema = { anyOf: [answerSchema(answer.schema), answerSchema(declined.schema)] };
  const examples = response.content?.['application/json']?.examples ?? {};
  return { ...response, content: { 'application/json': { schema, examples } } };
}

function withStream({ stream }: Operation, response: ResponseObject): ResponseObject {
  if (!stream) return response;
  const asStream = { [STREAM_TYPE]: { schema: { type: 'string' as const }, example: stream.example } };
  return {
    ...response,
    description: `${response.description} ${stream.text}`,
    content: { ...response.content, ...asStream },
  };
}

function answerResponse({ schema, text, examples }: Answer): ResponseObject {
  const named = Object.entries(examples).map(([name, value]) => [name, { value }]);
  return {
    description: text,
    headers,
    content: { 'application/json': { schema: answerSchema(schema), examples: Object.fromEntries(named) } },
  };
}

function errorResponses(operation: Operation) {
  const codes = [...new Set([...operation.errors, ...ANY_REQUEST])];
  const byStatus = groupBy(codes, errorStatus);
  return [...byStatus].map(
    ([status, group]) => [status, errorResponse(operation, { status, codes: group })] as const,
  );
}

type Refusal = { readonly status: number; readonly codes: readonly ErrorCode[] };

function errorResponse({ id, declined }: Operation, { status, codes }: Refusal): ResponseObject {
  if (declined && codes.includes('card_declined')) return answerResponse(declined);
  const body = id === 'createRefreshToken' ? RefreshTokenErrorBody : ErrorBody;
  const onlyThese = { properties: { error: { properties: { code: { enum: [...codes] } } } } };
  const examples = codes.map((code) => [code, { $ref: `#/components/examples/error_${code}` }]);
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: status === 429 || status === 503 ? pauseHeaders : headers,
    content: {
      'application/json': {
        schema: { allOf: [answerSchema(body), onlyThese] },
        examples: Object.fromEntries(examples),
      },
    },
  };
}
