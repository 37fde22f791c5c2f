import { existsSync, watch } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { build, prepare, root } from './prepare.mjs';
import { runDemo } from './run-demo.mjs';

// The build puts a line into the demo's pages that listens here and reloads.
process.env.LIVE_RELOAD_PORT ??= '3001';

/** @type {Set<import('node:http').ServerResponse>} */
const pages = new Set();
const reloads = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Access-Control-Allow-Origin': '*' });
  response.flushHeaders();
  pages.add(response);
  response.once('close', () => pages.delete(response));
});

prepare();
reloads.listen(Number(process.env.LIVE_RELOAD_PORT), 'localhost');
const { restart } = await runDemo();

async function rebuild() {
  if (!build()) return;
  await restart();
  for (const page of pages) page.write('data: reload\n\n');
}

let waiting = setTimeout(() => {}, 0);
for (const folder of ['src', 'demo', 'public'].filter((name) => existsSync(join(root, name)))) {
  watch(join(root, folder), { recursive: true }, () => {
    clearTimeout(waiting);
    waiting = setTimeout(rebuild, 150);
  });
}
