import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page, Request } from '@playwright/test';
import { openWindow, slowDown } from './bench-browser.ts';

/** One cold visit of a page that ends in a card number field. */
export type Visit = {
  /** From the last byte of the page's HTML to the first paint with a visible, enabled card number field. */
  readonly fieldMs: number;
  /** Requests until then, the page itself not counted. */
  readonly requests: number;
};

declare global {
  function fieldPainted(at: number): void;
}

const WITHIN_MS = 60_000;

export async function visit(browser: Browser, url: string, cpuSlowdown: number): Promise<Visit> {
  const page = await openWindow(browser);
  try {
    let tell = (_: number) => {};
    const painted = new Promise<number>((resolve) => {
      tell = resolve;
    });
    await page.exposeBinding('fieldPainted', (_, at: number) => tell(at));
    await page.addInitScript(watchForField);
    await slowDown(page, cpuSlowdown);
    const requests: Request[] = [];
    page.on('request', (request) => requests.push(request));
    await page.goto(url, { waitUntil: 'commit' });
    const paintedAt = await inTime(painted, url);
    const before = requests.filter((request) => isCounted(request, paintedAt)).length;
    return { fieldMs: paintedAt - (await htmlArrivedAt(page)), requests: before };
  } finally {
    await page.context().close();
  }
}

/** Begun before the field stood, other than the page itself and its icon. */
function isCounted(request: Request, paintedAt: number): boolean {
  const isPage = request.isNavigationRequest() && request.frame().parentFrame() === null;
  return !isPage && !request.url().endsWith('/favicon.ico') && request.timing().startTime <= paintedAt;
}

/** Runs in every frame: tells when a usable card number field has been painted. */
function watchForField(): void {
  const look = () => {
    const field = document.querySelector<HTMLInputElement>('input[autocomplete~="cc-number"]');
    if (field === null || field.disabled || field.getClientRects().length === 0) {
      requestAnimationFrame(look);
      return;
    }
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => fieldPainted(performance.timeOrigin + performance.now());
      channel.port2.postMessage(null);
    });
  };
  requestAnimationFrame(look);
}

async function inTime(painted: Promise<number>, url: string): Promise<number> {
  const at = await Promise.race([painted, delay(WITHIN_MS, undefined, { ref: false })]);
  if (at === undefined) throw new Error(`Cannot measure ${url}: no card number field within ${WITHIN_MS} ms`);
  return at;
}

function htmlArrivedAt(page: Page): Promise<number> {
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    if (!(navigation instanceof PerformanceNavigationTiming)) throw new Error('no navigation timing');
    return performance.timeOrigin + navigation.responseEnd;
  });
}
