// The backend of the apps that are files: run in an app's folder as node backend.mjs <folder of its files> <port>.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { lookUp, pay, session } from './actions.js';

const [folder = '.', port = ''] = process.argv.slice(2);
const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' };
const { resolve } = createRequire(import.meta.url);
// For pages without a bundler.
const installed = new Map([
  ['/sdk.js', 'embeddable-wallet/global'],
  ['/require.js', 'requirejs/require.js'],
  ['/zone.js', 'zone.js'],
]);

async function answer({ url, body }) {
  if (url === '/api/session') return session();
  if (url === '/api/pay') return pay(JSON.parse(body));
  return lookUp(url.slice('/api/lookup/'.length));
}
createServer(async (request, response) => {
  const { url = '/' } = request;
  try {
    if (url.startsWith('/api/')) {
      const said = await answer({ url, body: await text(request) });
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(said));
      return;
    }
    const name = url === '/' ? '/index.html' : url;
    response.setHeader('Content-Type', types[extname(name)] ?? 'text/plain');
    const packaged = installed.get(name);
    response.end(packaged ? readFileSync(resolve(packaged)) : await readFile(join(folder, name)));
  } catch (error) {
    if (error.code !== 'ENOENT') console.error(url, error.message);
    response.writeHead(error.code === 'ENOENT' ? 404 : 500).end();
  }
}).listen(Number(port), 'localhost');
