import { ErrorBody, ErrorDetails } from '../../../../contract/error-body.ts';
import type { ErrorCode } from '../../../../contract/errors/errors.ts';
import { errorStatus } from '../../http/error-body.ts';
import { ANY_REQUEST } from '../common-errors.ts';
import type { OperationObject, ParameterObject, ResponseObject } from '../document-types.ts';
import { groupBy } from '../group-by.ts';
import type { Answer, Form, Operation } from '../operation.ts';
import { answerHeaders } from './answer-headers.ts';
import { exampleOf, withExamples } from './field-examples.ts';
import { answerSchema, formSchema } from './named-schemas.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';
const STREAM_TYPE = 'text/event-stream';

/** One operation in the form of OpenAPI. */
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
    ...(form && { requestBody: formBody(form, auth) }),
    responses: {
      200: withStream(operation, accepted(operation)),
      ...Object.fromEntries(errorResponses(operation)),
    },
  };
}

function pathParameters({ pathTexts = {} }: Operation): ParameterObject[] {
  return Object.entries(pathTexts).map(([name, { text, example }]) => ({
    name,
    in: 'path',
    required: true,
    description: text,
    schema: { type: 'string' },
    example,
  }));
}

function queryParameters({ query }: Operation): ParameterObject[] {
  if (!query) return [];
  const { properties = {} } = formSchema(query.schema, {});
  return Object.entries(query.texts).map(([name, description]) => {
    const schema = properties[name];
    const example = query.example[name];
    return {
      name,
      in: 'query',
      required: false,
      description,
      schema: typeof schema === 'object' ? schema : {},
      ...(example !== undefined && { example }),
    };
  });
}

function headerParameters({ headers: texts = {} }: Operation): ParameterObject[] {
  return Object.entries(texts).map(([name, text]) => ({
    name,
    in: 'header',
    required: false,
    description: text,
    schema: { type: 'string' },
    example: String(exampleOf(name)),
  }));
}

const secretKey = {
  type: 'string',
  description: 'Your secret key, if not in the header. If in both, the same.',
} as const;

function formBody({ schema, texts, example, rules, patterns = {} }: Form, auth: Operation['auth']) {
  const { properties = {}, ...json } = formSchema(schema, texts);
  const patternFields = Object.entries(patterns).map(([name, pattern]) => {
    const field = properties[name];
    return [name, { ...(typeof field === 'object' && field), pattern }] as const;
  });
  const fields = {
    ...properties,
    ...Object.fromEntries(patternFields),
    ...(auth === 'secretKey' && { secretKey }),
  };
  const object = withExamples({ ...json, properties: fields }, (name) => example[name]);
  const schemaWithRules = { ...object, ...(rules && { allOf: [...rules] }) };
  return {
    required: (json.required ?? []).length > 0,
    content: { [FORM_TYPE]: { schema: schemaWithRules, example } },
  };
}

/** With `declineHttpStatus` 200 a decline is answered with 200, so its schema is here too. */
function accepted(operation: Operation): ResponseObject {
  const { answer, declined } = operation;
  const response = { ...answerResponse(answer), headers: answerHeaders(operation, { status: 200 }) };
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
  const examplesByName = Object.entries(examples).map(([name, value]) => [name, { value }]);
  return {
    description: text,
    content: {
      'application/json': { schema: answerSchema(schema), examples: Object.fromEntries(examplesByName) },
    },
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

function errorResponse(operation: Operation, { status, codes }: Refusal): ResponseObject {
  const { declined } = operation;
  const headers = answerHeaders(operation, { status, codes });
  if (declined && codes.includes('card_declined')) return { ...answerResponse(declined), headers };
  const body = operation.errorBody ?? ErrorBody;
  const code = { properties: { code: { enum: [...codes] } } };
  const onlyThese = { properties: { error: { allOf: [answerSchema(ErrorDetails), code] } } };
  const examples = codes.map((name) => [name, { $ref: exampleReference(operation, name) }]);
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers,
    content: {
      'application/json': {
        schema: { allOf: [answerSchema(body), onlyThese] },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

function exampleReference({ errorBody }: Operation, code: ErrorCode): string {
  const kind = errorBody ? 'refresh_token_error' : 'error';
  return `#/components/examples/${kind}_${code}`;
}
