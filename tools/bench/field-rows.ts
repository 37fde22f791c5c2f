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
  bareFrameShop,
  baselineShop,
  readmeSession,
  readmeShop,
  serveBaseline,
  walletShop,
} from './pages.ts';

export const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 11);
export const SLOW: LinkSpeed = { roundTripMs: 150, bitsPerSecond: 1_600_000 };
const LOOPBACK: LinkSpeed = { roundTripMs: 0, bitsPerSecond: 1e10 };

type Conditions = { readonly link: LinkSpeed; readonly cpuSlowdown: number };

/** Cold visits, each page of ours and the script frame in turn. */
export async function fieldRows(browser: Browser): Promise<Row[]> {
  const fast = await compare(browser, { link: LOOPBACK, cpuSlowdown: 1 });
  const slow = await compare(browser, { link: SLOW, cpuSlowdown: 1 });
  const slowDevice = await compare(browser, { link: LOOPBACK, cpuSlowdown: 4 });
  const slowBoth = await compare(browser, { link: SLOW, cpuSlowdown: 4 });
  return [
    ...rows('fast network', fast, { known: 1.3, readme: 1, bare: 1 }),
    ...rows('1.6 Mbit/s, 150 ms round trip', slow, { known: 1.2, readme: 0.6, bare: 0.6 }),
    ...rows('CPU 4x slower', slowDevice, { known: 1.35, readme: 0.85, bare: 0.85 }),
    ...rows('1.6 Mbit/s and CPU 4x slower', slowBoth, { known: 1.2, readme: 0.68, bare: 0.68 }),
    requests(fast.known),
  ];
}

/** `base` is the script frame; `known` makes its frame by script, `readme` is the README's page, `bare` has a bare form's frame in its HTML. */
const kinds = ['base', 'known', 'readme', 'bare'] as const;
type Kind = (typeof kinds)[number];
type Comparison = Readonly<Record<Kind, readonly Visit[]>>;

async function compare(browser: Browser, { link, cpuSlowdown }: Conditions): Promise<Comparison> {
  const site = await openSite(link);
  const visits: Record<Kind, Visit[]> = { base: [], known: [], readme: [], bare: [] };
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
    ['/bare', bareFrameShop(base)],
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
      pages.set('/readme', readmeShop(service, shop, session));
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

function rows(
  where: string,
  visits: Comparison,
  goals: Readonly<Record<Exclude<Kind, 'base'>, number>>,
): Row[] {
  return [
    ratio(`field ms / script frame, ${where}, frame made by script`, visits, {
      page: 'known',
      goal: goals.known,
    }),
    ratio("the same, the README's page", visits, { page: 'readme', goal: goals.readme }),
    ratio('the same, a bare frame in the HTML', visits, { page: 'bare', goal: goals.bare }),
  ];
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
