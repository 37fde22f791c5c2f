import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printed } from '../../e2e/support/measures/printed.ts';
import { freePort } from '../../e2e/support/stack/free-port.ts';
import { type Program, program, startStack } from '../../e2e/support/stack/stack.ts';
import { SLOW } from './field-rows.ts';
import { SlowLink } from './kit/slow-link.ts';

/** The README's shop as printed, behind the slow link: its page with the wallet's frame, or with the container alone. */

export type FilmShop = 'frame' | 'container';

export async function openFilmShops(folder: string) {
  const link = new SlowLink(SLOW);
  const expose = async (target: number) => {
    const port = await freePort();
    await link.expose(port, target);
    return port;
  };
  const servicePort = await freePort();
  const service = `http://127.0.0.1:${await expose(servicePort)}`;
  const stack = await startStack({ SERVICE_PORT: String(servicePort), BASE_URL: service });
  const shops: Program[] = [];
  return {
    /** The address of a new shop: its one order is paid once. */
    async open(kind: FilmShop): Promise<string> {
      const port = await freePort();
      const publicPort = await expose(port);
      const cwd = join(folder, String(port));
      mkdirSync(cwd);
      // The shop's backend stands beside the service: only what the browser asks for goes by the slow link.
      const shop = printed('README.md', {
        mark: 'createServer',
        serviceUrl: `http://127.0.0.1:${servicePort}`,
      })
        .replace('walletFrame({ baseUrl,', `walletFrame({ baseUrl: '${service}',`)
        .replace("listen(5050, 'localhost')", `listen(${port}, '127.0.0.1')`)
        .replace("readFileSync('page.html'", `readFileSync('${join(cwd, 'page.html')}'`)
        .replaceAll('5050', String(publicPort));
      writeFileSync(join(cwd, 'shop.mjs'), shop);
      const page = printed('README.md', { mark: '<!doctype html>', serviceUrl: service });
      writeFileSync(join(cwd, 'page.html'), kind === 'frame' ? page : withoutFrame(page, shop));
      const started = program(join(cwd, 'shop.mjs'), {}, `http://127.0.0.1:${port}/`);
      shops.push(started);
      await started.start();
      return `http://localhost:${publicPort}/`;
    },
    async close(): Promise<void> {
      link.close();
      for (const shop of shops) await shop.stop();
      await stack.stop();
    },
  };
}

/** The same page with an empty container, whose script has the settings itself. */
function withoutFrame(page: string, shop: string): string {
  const settings = /const settings = (\{.*\});/.exec(shop)?.[1];
  if (settings === undefined) throw new Error('Cannot film: found no settings in the shop of README.md');
  return [
    ['FRAME', ''],
    ['#wallet iframe', '#wallet'],
    ['JSON.parse(dataset.settings)', settings],
  ].reduce((text, [from = '', to = '']) => {
    if (!text.includes(from)) throw new Error(`Cannot film: found no "${from}" in the page of README.md`);
    return text.replace(from, to);
  }, page);
}
