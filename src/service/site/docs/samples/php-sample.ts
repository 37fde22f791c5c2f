import type { SampleRequest } from './sample-request.ts';

const CREDENTIALS = {
  secretKey: [`'secretKey: sk_sandbox_demo'`],
  token: [`'Authorization: ' . getenv('ACCESS_TOKEN')`],
  none: [],
};

/** With PHP's curl extension. */
export function phpSample({ url, method, auth, headers, form }: SampleRequest): string {
  const headerLines = [...headers.map(([name, value]) => text(`${name}: ${value}`)), ...CREDENTIALS[auth]];
  return [
    '<?php',
    `$request = curl_init(${text(url)});`,
    'curl_setopt_array($request, [',
    '    CURLOPT_RETURNTRANSFER => true,',
    ...(headerLines.length > 0 ? [`    CURLOPT_HTTPHEADER => [${headerLines.join(', ')}],`] : []),
    ...(method === 'post' ? body(form) : []),
    ']);',
    '$answer = json_decode(curl_exec($request), true);',
    'echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), PHP_EOL;',
    'print_r($answer);',
  ].join('\n');
}

function body(form: SampleRequest['form']): readonly string[] {
  if (form.length === 0) return ["    CURLOPT_POSTFIELDS => '',"];
  const fields = form.map(([name, value]) => `        ${text(name)} => ${text(value)},`);
  return ['    CURLOPT_POSTFIELDS => http_build_query([', ...fields, '    ]),'];
}

function text(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
