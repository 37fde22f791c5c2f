import type { SampleRequest } from './sample-request.ts';

const CREDENTIALS = {
  secretKey: [`-H 'secretKey: sk_sandbox_demo'`],
  token: ['-H "Authorization: $ACCESS_TOKEN"'],
  none: [],
};

/** To paste into a terminal. */
export function curlSample({ method, url, auth, headers, form }: SampleRequest): string {
  return [
    `curl${method === 'post' && form.length === 0 ? ' -X POST' : ''} ${url}`,
    ...headers.map(([name, value]) => `-H '${name}: ${value}'`),
    ...CREDENTIALS[auth],
    ...form.map(([name, value]) => field(name, value)),
  ].join(' \\\n  ');
}

function field(name: string, value: string): string {
  const isPlain = /^[\w.-]+$/.test(value);
  return isPlain ? `-d ${name}=${value}` : `--data-urlencode '${name}=${value.replaceAll("'", `'\\''`)}'`;
}
