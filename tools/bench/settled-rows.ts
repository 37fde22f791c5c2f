import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { heapOf } from '../../e2e/support/measures/init-and-destroy.ts';
import { watchTransfers } from '../../e2e/support/measures/transfers.ts';
import { freePort } from '../../e2e/support/stack/free-port.ts';
import { servePages } from '../../e2e/support/stack/page-server.ts';
import { startStack } from '../../e2e/support/stack/stack.ts';
import { openWindow } from './bench-browser.ts';
import { median } from './kit/statistics.ts';
import type { Row } from './kit/table.ts';
import { readmeSession, readmeShop } from './pages.ts';

const VISITS = 5;
const GOALS = { requests: 10, kilobytes: 60.6, heap: 2.3 };
const LAST_REQUEST = '/marks.svg';
/** Longer than anything that the wallet puts off. */
const QUIET_MS = 2000;

type Rest = { readonly requests: number; readonly kilobytes: number; readonly heap: number };

/** What a guest's visit of the README's page has fetched and holds once the wallet is at rest. */
export async function settledRows(browser: Browser): Promise<Row[]> {
  const stack = await startStack();
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const pages = new Map<string, string>();
  const server = await servePages(port, pages);
  const visits: Rest[] = [];
  try {
    for (let visit = 0; visit < VISITS; visit += 1) {
      const session = await readmeSession(stack.serviceUrl);
      pages.set('/', readmeShop(stack.serviceUrl, address, session));
      pages.set('/session', JSON.stringify(session));
      visits.push(await restOf(browser, `${address}/`));
    }
  } finally {
    server.close();
    await stack.stop();
  }
  const middle = (name: keyof Rest) => median(visits.map((visit) => visit[name]));
  return [
    row('requests until the wallet is at rest', middle('requests'), { goal: GOALS.requests, unit: '' }),
    row('what they bring', middle('kilobytes'), { goal: GOALS.kilobytes, unit: ' kB' }),
    row('JavaScript heap of page and frame then', middle('heap'), { goal: GOALS.heap, unit: ' MB' }),
  ];
}

async function restOf(browser: Browser, url: string): Promise<Rest> {
  const page = await openWindow(browser);
  try {
    const transfers = watchTransfers(page);
    // Looked at from outside: a locator would leave a script of its own in both heaps.
    const marks = page.waitForEvent('requestfinished', (request) => request.url().includes(LAST_REQUEST));
    await page.goto(url);
    await marks;
    await delay(QUIET_MS);
    const { requests, bytes } = await transfers();
    return { requests: requests.length, kilobytes: bytes / 1000, heap: (await heapsOf(page)) / 1e6 };
  } finally {
    await page.context().close();
  }
}

/** Bytes of the page's process and the frame's; rejects where they share one. */
async function heapsOf(page: Page): Promise<number> {
  const targets = [page, ...page.frames().filter((frame) => frame !== page.mainFrame())];
  const processes = await Promise.all(targets.map((target) => page.context().newCDPSession(target)));
  const heaps = await Promise.all(processes.map(heapOf));
  return heaps.reduce((sum, each) => sum + each, 0);
}

function row(what: string, measured: number, { goal, unit }: { goal: number; unit: string }): Row {
  const digits = Number.isInteger(measured) ? 0 : 2;
  return {
    what,
    measured: `${measured.toFixed(digits)}${unit}`,
    goal: `<= ${goal}${unit}`,
    reached: measured <= goal,
  };
}
