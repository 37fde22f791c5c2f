import type { OperationObject } from '../../../api/openapi/document-types.ts';

/** The request of an operation's example, as each language writes it. */
export type SampleRequest = {
  readonly operationId: string;
  readonly method: 'get' | 'post';
  /** With the service's address, path parameters filled in. */
  readonly url: string;
  readonly baseUrl: string;
  /** Who asks: a token stands in the environment's `ACCESS_TOKEN`, because only an earlier answer has it. */
  readonly auth: 'secretKey' | 'token' | 'none';
  /** Beside authentication: what a browser would send by itself. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly form: readonly (readonly [name: string, value: string])[];
  /** By name, for a client that takes them apart from the address. */
  readonly pathValues: Readonly<Record<string, string>>;
};

type ExampleAddress = { readonly method: string; readonly path: string; readonly baseUrl: string };

export function sampleRequest(
  operation: OperationObject,
  { method, path, baseUrl }: ExampleAddress,
): SampleRequest {
  const { operationId, security = [], parameters = [], requestBody } = operation;
  const [scheme] = security.flatMap((one) => Object.keys(one));
  const form = requestBody?.content['application/x-www-form-urlencoded']?.example;
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const pathValues = Object.fromEntries(inPath.map(({ name, example }) => [name, String(example)]));
  const filledPath = Object.entries(pathValues).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, value),
    path,
  );
  const origin = parameters.find(({ name }) => name === 'Origin');
  return {
    operationId,
    method: method === 'post' ? 'post' : 'get',
    url: `${baseUrl}${filledPath}`,
    baseUrl,
    auth: scheme === undefined ? 'none' : scheme === 'secretKey' ? 'secretKey' : 'token',
    headers: origin ? [['Origin', String(origin.example)]] : [],
    form:
      typeof form === 'object' && form !== null
        ? Object.entries(form).map(([name, value]) => [name, String(value)])
        : [],
    pathValues,
  };
}
