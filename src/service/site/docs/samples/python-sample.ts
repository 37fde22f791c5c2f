import type { SampleRequest } from './sample-request.ts';

const CREDENTIALS = {
  secretKey: ['"secretKey": "sk_sandbox_demo"'],
  token: ['"Authorization": os.environ["ACCESS_TOKEN"]'],
  none: [],
};

/** With Python's own library alone. */
export function pythonSample({ url, method, auth, headers, form }: SampleRequest): string {
  const headerLines = [
    ...headers.map(([name, value]) => `${text(name)}: ${text(value)}`),
    ...CREDENTIALS[auth],
  ];
  const hasBody = method === 'post';
  const requestArguments = [
    `    ${text(url)},`,
    ...(hasBody ? [`    data=${form.length > 0 ? 'urlencode(form).encode()' : 'b""'},`] : []),
    ...(headerLines.length > 0 ? [`    headers={${headerLines.join(', ')}},`] : []),
  ];
  return [
    'import json',
    ...(auth === 'token' ? ['import os'] : []),
    'from urllib.error import HTTPError',
    ...(form.length > 0 ? ['from urllib.parse import urlencode'] : []),
    'from urllib.request import Request, urlopen',
    '',
    ...(form.length > 0
      ? ['form = {', ...form.map(([name, value]) => `    ${text(name)}: ${text(value)},`), '}']
      : []),
    'request = Request(',
    ...requestArguments,
    ')',
    'try:',
    '    answer = urlopen(request)',
    'except HTTPError as refused:  # 4xx and 5xx say why in their body',
    '    answer = refused',
    'print(answer.status, json.load(answer))',
  ].join('\n');
}

/** Both write such a text alike. */
const text = (value: string) => JSON.stringify(value);
