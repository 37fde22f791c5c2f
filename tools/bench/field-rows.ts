import type { Server } from 'node:http';
import type { Browser } from '@playwright/test';
import { freePort } from '../../e2e/support/stack/free-port.ts';
import { servePages } from '../../e2e/support/stack/page-server.ts';
import { type Stack, startStack } from '../../e2e/support/stack/stack.ts';
import { type Visit, visit } from './field-time.ts';
import { type LinkSpeed, SlowLink } from './kit/slow-link.ts';
import { median } from './kit/statistics.ts';
import type { Row } from './kit/table.ts';
import {
  BARE_HTML_FORM,
  baselineShop,
  frameInHtmlShop,
  readmeSession,
  readmeShop,
  serveBaseline,
  walletShop,
} from './pages.ts';

export const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 11);
const SLOW: LinkSpeed = { roundTripMs: 150, bitsPerSecond: 1_600_000 };
const LOOPBACK: LinkSpeed = { roundTripMs: 0, bitsPerSecond: 1e10 };

type Conditions = { readonly link: LinkSpeed; readonly cpuSlowdown: number };

/** Cold visits, each page of ours and the script frame in turn. */
export async function fieldRows(browser: Browser): Promise<Row[]> {
  const fast = await compare(browser, { link: LOOPBACK, cpuSlowdown: 1 });
  const slow = await compare(browser, { link: SLOW, cpuSlowdown: 1 });
  const slowDevice = await compare(browser, { link: LOOPBACK, cpuSlowdown: 4 });
  const slowBoth = await compare(browser, { link: SLOW, cpuSlowdown: 4 });
  return [
    ratio('field ms / script frame, fast network', fast, { page: 'known', goal: 1.3 }),
    ratio('the same, page as in the README', fast, { page: 'readme', goal: 1.3 }),
    ratio('the same, frame in HTML', fast, { page: 'html', goal: 1.3 }),
    ratio('field ms / script frame at 1.6 Mbit/s, 150 ms round trip', slow, {
      page: 'known',
      goal: 1.2,
    }),
    ratio('the same, page as in the README', slow, { page: 'readme', goal: 1.2 }),
    ratio('the same, frame in HTML', slow, { page: 'html', goal: 0.8 }),
    ratio('field ms / script frame at CPU 4x slower', slowDevice, { page: 'known', goal: 1.35 }),
    ratio('the same, page as in the README', slowDevice, { page: 'readme', goal: 1.35 }),
    ratio('the same, frame in HTML', slowDevice, { page: 'html', goal: 1.35 }),
    ratio('field ms / script frame at 1.6 Mbit/s and CPU 4x slower', slowBoth, { page: 'known', goal: 1.2 }),
    ratio('the same, page as in the README', slowBoth, { page: 'readme', goal: 1.2 }),
    ratio('the same, frame in HTML', slowBoth, { page: 'html', goal: 0.8 }),
    requests(fast.known),
  ];
}

/** `base` is the script frame; `known` a page that has its token, `readme` one that asks for it, `html` one with the frame in it. */
const kinds = ['base', 'known', 'readme', 'html'] as const;
type Kind = (typeof kinds)[number];
type Comparison = Readonly<Record<Kind, readonly Visit[]>>;

async function compare(browser: Browser, { link, cpuSlowdown }: Conditions): Promise<Comparison> {
  const site = await openSite(link);
  const visits: Record<Kind, Visit[]> = { base: [], known: [], readme: [], html: [] };
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      await site.renewSession();
      for (const kind of kinds) {
        const made = await visit(browser, `${site.url}/${kind}`, cpuSlowdown);
        // The first round warms the machine.
        if (round > 0) visits[kind].push(made);
      }
    }
  } finally {
    await site.close();
  }
  return visits;
}

/** Shop, baseline and service, each behind the same slow link. */
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
  const shopPort = await freePort();
  const shop = `http://localhost:${await expose(shopPort)}`;
  const pages = new Map([
    ['/base', baselineShop(base)],
    ['/readme', readmeShop(service)],
    ['/html', frameInHtmlShop(service, shop)],
  ]);
  const servers = [
    await serveBaseline({ port: basePort, publicUrl: base, form: BARE_HTML_FORM }),
    await servePages(shopPort, pages),
  ];
  return {
    url: shop,
    renewSession: async () => {
      const session = await readmeSession(`http://127.0.0.1:${servicePort}`);
      pages.set('/session', JSON.stringify(session));
      pages.set('/known', walletShop({ serviceUrl: service, refreshToken: session.refreshToken }));
    },
    close: () => closeAll(stack, servers, link),
  };
}

async function closeAll(stack: Stack, servers: readonly Server[], link: SlowLink): Promise<void> {
  link.close();
  for (const server of servers) server.close();
  await stack.stop();
}

function ratio(
  what: string,
  visits: Comparison,
  { page, goal }: { readonly page: Kind; readonly goal: number },
): Row {
  const our = median(visits[page].map(({ fieldMs }) => fieldMs));
  const floor = median(visits.base.map(({ fieldMs }) => fieldMs));
  const measured = `${(our / floor).toFixed(2)} (${our.toFixed(0)} / ${floor.toFixed(0)} ms)`;
  return { what, measured, goal: `<= ${goal}`, reached: our / floor <= goal };
}

function requests(visits: readonly Visit[]): Row {
  const most = Math.max(...visits.map((each) => each.requests));
  const what = 'requests until the form is usable, page script and token exchange included';
  return { what, measured: String(most), goal: '<= 4', reached: most <= 4 };
}
