import { existsSync, watch } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { allParts, stalePartsOf } from '../build/build-parts.mjs';
import { buildParts, prepare, root, watchedFolders } from '../build/prepare.mjs';
import { refuseArguments } from './arguments.mjs';
import { requirePorts } from './ports.mjs';
import { demoPorts, runDemo } from './run-demo.mjs';

refuseArguments(`npm run dev   as npm start; an edit rebuilds, restarts and reloads the pages, and a gallery shows the wallet's states

Ports: those of npm start, LIVE_RELOAD_PORT 3001, GALLERY_PORT 3002.`);

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

await requirePorts(demoPorts);
prepare();
reloads.listen(Number(process.env.LIVE_RELOAD_PORT), 'localhost');
const { restart } = await runDemo();
await showGallery(Number(process.env.GALLERY_PORT ?? 3002));

/** The wallet in all its states, which no build holds. @param {number} port */
async function showGallery(port) {
  // On a bare clone there is no package before `prepare`.
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(root, 'src/wallet/build/serve-gallery.ts'), {
    configFile: false,
    logLevel: 'error',
  });
  const { resolvedUrls } = await module.serveGallery(port);
  console.log(`Gallery of the wallet: ${resolvedUrls?.local[0]}`);
}

/** What no build has taken up yet; a build that failed leaves it for the next. @type {Set<string>} */
const changed = new Set();

async function rebuild() {
  if (changed.size === 0) return;
  const from = performance.now();
  const parts = stalePartsOf(changed);
  if (!buildParts(parts.length < allParts.length ? parts : undefined)) return;
  changed.clear();
  await restart();
  console.log(`Rebuilt ${parts.join(', ')} in ${((performance.now() - from) / 1000).toFixed(1)} s`);
  for (const page of pages) page.write('data: reload\n\n');
}

/** One rebuild at a time: two would stop and start service and shop at once. */
let turn = Promise.resolve();
let waiting = setTimeout(() => {}, 0);
for (const folder of watchedFolders.filter((name) => existsSync(join(root, name)))) {
  watch(join(root, folder), { recursive: true }, (_event, name) => {
    if (name === null || /\.test\.tsx?$|\.md$/.test(name)) return;
    changed.add(join(folder, name));
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      turn = turn.then(rebuild);
    }, 150);
  });
}
