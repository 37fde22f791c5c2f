import type { SampleRequest } from './sample-request.ts';

/** With `embeddable-wallet/server` where it has the call, else with Node alone. */
export function nodeSample(request: SampleRequest): string {
  const call = clientCall(request);
  return call === undefined ? fetchSample(request) : clientSample(request, call);
}

function clientSample({ baseUrl }: SampleRequest, call: string): string {
  return `import { createMerchantClient } from 'embeddable-wallet/server';

const service = createMerchantClient({
  baseUrl: '${baseUrl}',
  secretKey: 'sk_sandbox_demo',
});
${call}`;
}

/** The call of the package's client; undefined where it has none. */
function clientCall({ operationId, form, pathValues }: SampleRequest): string | undefined {
  const values = Object.fromEntries(form);
  switch (operationId) {
    case 'createRefreshToken':
      return loggedCall(`service.refreshToken(${asObject(literalFields(form))})`);
    case 'logIn':
      return loggedCall(`service.login(${asObject(literalFields(form))})`);
    case 'updateMetadata':
      return `await service.updateMetadata(process.env.ACCESS_TOKEN, ${values['metadata']});
console.log('updated');`;
    case 'bill': {
      const start = asObject(literalFields(form.filter(([name]) => name !== 'method')));
      return `const answer = await service.sale(${start});
// A decline is an outcome, not an error.
console.log(answer.outcome, answer.transaction);`;
    }
    case 'lookUpTransaction':
      return loggedCall(`service.lookup('${pathValues['transaction_id']}')`);
    default:
      return undefined;
  }
}

const loggedCall = (call: string) => `const answer = await ${call};\nconsole.log(answer);`;

/** Numbers, switches and objects as the client takes them. */
function literalFields(form: SampleRequest['form']): readonly (readonly [string, string])[] {
  return form.map(([name, value]) => {
    if (['ttl', 'merchant_id'].includes(name)) return [name, value];
    if (name === 'withMetadata') return [name, value === '1' ? 'true' : 'false'];
    return [name, name === 'custom' ? value : quoted(value)];
  });
}

function asObject(fields: readonly (readonly [string, string])[]): string {
  return `{\n${fields.map(([name, value]) => `  ${name}: ${value},\n`).join('')}}`;
}

function fetchSample({ url, method, auth, headers, form }: SampleRequest): string {
  const credentials = {
    secretKey: "secretKey: 'sk_sandbox_demo'",
    token: 'Authorization: process.env.ACCESS_TOKEN',
    none: '',
  };
  const headerFields = [
    ...headers.map(([name, value]) => `${name}: ${quoted(value)}`),
    credentials[auth],
  ].filter(Boolean);
  const options = [
    ...(method === 'post' ? ["  method: 'POST',"] : []),
    ...(headerFields.length > 0 ? [`  headers: { ${headerFields.join(', ')} },`] : []),
    ...(form.length > 0
      ? [
          '  body: new URLSearchParams({',
          ...form.map(([name, value]) => `    ${name}: ${quoted(value)},`),
          '  }),',
        ]
      : []),
  ];
  const optionsArgument = options.length > 0 ? `, {\n${options.join('\n')}\n}` : '';
  return `const answer = await fetch('${url}'${optionsArgument});
console.log(answer.status, await answer.json());`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
