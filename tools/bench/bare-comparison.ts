import { freePort } from '../../e2e/support/stack/free-port.ts';
import { servePages } from '../../e2e/support/stack/page-server.ts';
import { startStack } from '../../e2e/support/stack/stack.ts';
import { buildBareForm } from './build-bare-form.ts';
import { baselineShop, serveBaseline } from './pages.ts';

/** A shop whose page at `bareUrl` has a bare Preact form in a frame of another site; what else it serves is put into `pages`. */
export async function openBareComparison() {
  const { serviceUrl, stop } = await startStack();
  const barePort = await freePort();
  const shopPort = await freePort();
  const bareOrigin = `http://127.0.0.1:${barePort}`;
  const shopUrl = `http://localhost:${shopPort}`;
  const pages = new Map([['/bare', baselineShop(bareOrigin)]]);
  const servers = [
    await serveBaseline({ port: barePort, publicUrl: bareOrigin, form: await buildBareForm() }),
    await servePages(shopPort, pages),
  ];
  return {
    serviceUrl,
    shopUrl,
    bareUrl: `${shopUrl}/bare`,
    pages,
    close: async () => {
      for (const server of servers) server.close();
      await stop();
    },
  };
}
