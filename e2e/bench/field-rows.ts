import type { Server } from 'node:http';
import type { Browser } from '@playwright/test';
import { freePort } from '../stack/free-port.ts';
import { servePages } from '../stack/page-server.ts';
import { refreshToken } from '../stack/service-client.ts';
import { type Stack, startStack } from '../stack/stack.ts';
import { type Visit, visit } from './field-time.ts';
import { BARE_HTML_FORM, baselineShop, serveBaseline, walletShop } from './pages.ts';
import { type LinkSpeed, SlowLink } from './slow-link.ts';
import { median } from './statistics.ts';
import type { Row } from './table.ts';

export const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 11);
const SLOW: LinkSpeed = { roundTripMs: 150, bitsPerSecond: 1_600_000 };
const LOOPBACK: LinkSpeed = { roundTripMs: 0, bitsPerSecond: 1e10 };

type Conditions = { readonly link: LinkSpeed; readonly cpuSlowdown: number };

/** P3 to P5: paired cold visits, ours and the script frame in turn. */
export async function fieldRows(browser: Browser): Promise<Row[]> {
  const fast = await compare(browser, { link: LOOPBACK, cpuSlowdown: 1 });
  const slow = await compare(browser, { link: SLOW, cpuSlowdown: 1 });
  const weak = await compare(browser, { link: LOOPBACK, cpuSlowdown: 4 });
  return [
    ratio('P3', 'field ms / script frame, fast network', fast, 1.25),
    ratio('P4', 'the same at 1.6 Mbit/s, 150 ms round trip', slow, 1.3),
    ratio('P4', 'the same at CPU 4x slower', weak, 1.45),
    requests(fast.ours),
  ];
}

type Comparison = { readonly ours: readonly Visit[]; readonly base: readonly Visit[] };

async function compare(browser: Browser, { link, cpuSlowdown }: Conditions): Promise<Comparison> {
  const site = await openSite(link);
  const ours: Visit[] = [];
  const base: Visit[] = [];
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      const baseVisit = await visit(browser, site.baseUrl, cpuSlowdown);
      const ourVisit = await visit(browser, await site.walletUrl(), cpuSlowdown);
      if (round === 0) continue;
      base.push(baseVisit);
      ours.push(ourVisit);
    }
  } finally {
    await site.close();
  }
  return { ours, base };
}

/** Shop, baseline and service, each behind the same line. */
async function openSite(speed: LinkSpeed) {
  const link = new SlowLink(speed);
  const expose = async (target: number) => {
    const port = await freePort();
    await link.expose(port, target);
    return port;
  };
  const servicePort = await freePort();
  const service = `http://127.0.0.1:${await expose(servicePort)}`;
  const stack = await startStack({ SERVICE_PORT: String(servicePort), BASE_URL: service });
  const basePort = await freePort();
  const base = `http://127.0.0.1:${await expose(basePort)}`;
  const pages = new Map([['/base', baselineShop(base)]]);
  const shopPort = await freePort();
  const shop = `http://localhost:${await expose(shopPort)}`;
  const servers = [
    await serveBaseline({ port: basePort, publicUrl: base, form: BARE_HTML_FORM }),
    await servePages(shopPort, pages),
  ];
  return {
    baseUrl: `${shop}/base`,
    walletUrl: async () => {
      pages.set('/wallet', walletShop(service, await refreshToken(`http://127.0.0.1:${servicePort}`)));
      return `${shop}/wallet`;
    },
    close: () => closeAll(stack, servers, link),
  };
}

async function closeAll(stack: Stack, servers: readonly Server[], link: SlowLink): Promise<void> {
  link.close();
  for (const server of servers) server.close();
  await stack.stop();
}

function ratio(id: string, what: string, { ours, base }: Comparison, goal: number): Row {
  const our = median(ours.map(({ fieldMs }) => fieldMs));
  const floor = median(base.map(({ fieldMs }) => fieldMs));
  const measured = `${(our / floor).toFixed(2)} (${our.toFixed(0)} / ${floor.toFixed(0)} ms)`;
  return { id, what, measured, goal: `<= ${goal}`, reached: our / floor <= goal };
}

function requests(visits: readonly Visit[]): Row {
  const most = Math.max(...visits.map((each) => each.requests));
  const what = 'requests until the form is usable, page script and token exchange included';
  return { id: 'P5', what, measured: String(most), goal: '<= 4', reached: most <= 4 };
}
