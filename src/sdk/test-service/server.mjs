import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { transformWithOxc } from 'vite';

/**
 * The service as far as the SDK meets it, on an origin of its own. The refresh token says how the exchange goes, the
 * publishable key how the frame's document does; everything received is kept by key for `GET /log?key=`.
 */
const channel = await scriptOf('../../contract/frame/channel.ts');
const refusedFrame = await scriptOf('../../wallet/refused-frame.ts');
const frame = readFileSync(new URL('./frame.html', import.meta.url));

async function scriptOf(path) {
  const source = new URL(path, import.meta.url);
  const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source.pathname);
  return code.replace('../contract/frame/channel.ts', '/channel.js');
}

/** Says whatever it can to the page around it, as a challenge's page that has been taken over would. */
const box = `<!doctype html><title>Box</title><script>
  for (const target of [parent, top]) {
    for (const data of [{ status: 'SUCCESS' }, 'after3DsComplete', { id: 0, name: 'closeDialog', given: [] }])
      target.postMessage(data, '*');
  }
</script>`;

/** A provider's page, which tells when it stands. */
const sheet = `<!doctype html><title>Sheet</title><script>
  const { key, order } = Object.fromEntries(new URLSearchParams(location.search));
  addEventListener('load', () =>
    fetch('/log?key=' + key, { method: 'POST', body: JSON.stringify({ call: 'sheet', order }) }));
</script>`;

/** @param {{ provide: (key: 'testService', value: string) => void }} project */
export async function setup({ provide }) {
  const logs = new Map();
  const server = createServer((request, response) =>
    answer(request, response, logs).catch(() => response.destroy()),
  );
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('test service: found no port');
  provide('testService', `http://127.0.0.1:${address.port}`);
  return () => {
    server.closeAllConnections();
    server.close();
  };
}

async function answer(request, response, logs) {
  const { pathname, searchParams } = new URL(request.url, 'http://test-service');
  const body = await read(request);
  response.setHeader('Access-Control-Allow-Origin', '*');
  if (pathname === '/wallet/api/v1/token') return token({ request, response, body, logs });
  if (pathname === '/wallet/frame') return framePage(response, { key: searchParams.get('key'), logs });
  if (pathname === '/channel.js') return send(response, 'text/javascript', channel);
  if (pathname === '/box') return send(response, 'text/html', box);
  if (pathname === '/box-hangs') return undefined;
  if (pathname === '/sheet') return send(response, 'text/html', sheet);
  if (pathname !== '/log') return send(response, 'text/plain', '', 404);
  if (request.method === 'POST') note(logs, searchParams.get('key'), JSON.parse(body));
  return send(response, 'application/json', JSON.stringify(logs.get(searchParams.get('key')) ?? []));
}

async function token({ request, response, body, logs }) {
  const form = Object.fromEntries(new URLSearchParams(body));
  const { 'content-type': type, origin, authorization, secretkey } = request.headers;
  note(logs, form.publishableKey, {
    call: 'token',
    method: request.method,
    type,
    origin,
    authorization,
    secretkey,
    form,
  });
  const [behaviour, value] = form.refreshToken.split(':');
  const renewing = form.walletSession !== undefined;
  const refuse = (code, status = 401) =>
    send(
      response,
      'application/json',
      JSON.stringify({ status: 'ERROR', error: { code, message: 'refused' } }),
      status,
    );
  if (behaviour === 'silent') return undefined;
  if (behaviour === 'slow') await new Promise((resolve) => setTimeout(resolve, Number(value)));
  if (behaviour === 'refused') return refuse(value);
  if (behaviour === 'refusedonce' && exchanges(form, logs) === 1) return refuse(value, 503);
  if (behaviour === 'ends' && renewing) return refuse(value);
  if (behaviour === 'textonce' && exchanges(form, logs) === 1)
    return send(response, 'text/html', '<h1>Hello</h1>');
  if (behaviour === 'text') return send(response, 'text/html', '<h1>Hello</h1>');
  if (behaviour === 'other') return send(response, 'application/json', '{"status":"OK"}');
  const session = {
    accessToken: `at_${exchanges(form, logs)}`,
    expiresIn: 900,
    walletSession: 'ws_1',
    isGuest: behaviour === 'guest',
  };
  return send(response, 'application/json', JSON.stringify({ status: 'OK', ...session }));
}

function exchanges({ publishableKey }, logs) {
  return logs.get(publishableKey).filter(({ call }) => call === 'token').length;
}

function framePage(response, { key, logs }) {
  note(logs, `${key} frame`, {});
  const times = logs.get(`${key} frame`).length;
  if (key.startsWith('pk_refusedonce') && times > 1) return send(response, 'text/html', frame);
  if (key.startsWith('pk_hangs')) return undefined;
  if (key.startsWith('pk_refused')) return send(response, 'text/plain', 'Forbidden', 403);
  if (key.startsWith('pk_forbidden')) {
    const error = {
      code: 'merchant_forbidden',
      message: 'opening the wallet: not a merchant of this account',
    };
    const body = `<script type="application/json" id="refusal">${JSON.stringify(error)}</script><script type="module">${refusedFrame}</script>`;
    return send(response, 'text/html', body, 403);
  }
  return send(response, 'text/html', frame);
}

function note(logs, key, entry) {
  logs.set(key, [...(logs.get(key) ?? []), entry]);
}

async function read(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function send(response, type, body, status = 200) {
  response.writeHead(status, { 'Content-Type': type });
  response.end(body);
}
