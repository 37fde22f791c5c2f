import type { OperationObject, ParameterObject } from '../openapi/document-types.ts';

type Request = {
  readonly method: string;
  /** Includes the service's address; `{name}` stands for a path parameter. */
  readonly url: string;
  readonly operation: OperationObject;
};

/** The demo account's credentials, or a shell variable where only an earlier answer has the value. */
const CREDENTIALS: Readonly<Record<string, string>> = {
  secretKey: `-H 'secretKey: sk_sandbox_demo'`,
  userToken: '-H "Authorization: $ACCESS_TOKEN"',
  walletToken: '-H "Authorization: $ACCESS_TOKEN"',
};

/** The request of an operation's example, to paste into a terminal. */
export function curlExample({ method, url, operation }: Request): string {
  const { security = [], parameters = [], requestBody } = operation;
  const credentials = security.flatMap((scheme) => Object.keys(scheme).map((name) => CREDENTIALS[name]));
  const form = requestBody?.content['application/x-www-form-urlencoded']?.example;
  const fields = typeof form === 'object' && form !== null ? Object.entries(form) : [];
  return [
    `curl${method === 'post' && fields.length === 0 ? ' -X POST' : ''} ${filled(url, parameters)}`,
    // A browser would send it by itself.
    ...(parameters.some(({ name }) => name === 'Origin') ? [`-H 'Origin: http://localhost:3000'`] : []),
    ...credentials.filter((text) => text !== undefined),
    ...fields.map(([name, value]) => field(name, String(value))),
  ].join(' \\\n  ');
}

function filled(url: string, parameters: readonly ParameterObject[]): string {
  return parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, { name, example }) => text.replace(`{${name}}`, String(example)), url);
}

function field(name: string, value: string): string {
  const isPlain = /^[\w.-]+$/.test(value);
  return isPlain ? `-d ${name}=${value}` : `--data-urlencode '${name}=${value.replaceAll("'", `'\\''`)}'`;
}
