import type { Browser, CDPSession, Page } from '@playwright/test';

/** One cold visit of a page that ends in a card number field. */
export type Visit = {
  /** From the last byte of the page's HTML to the first paint with a visible, enabled card number field. */
  readonly fieldMs: number;
  /** Requests until then, the page itself not counted. */
  readonly requests: number;
};

declare global {
  var fieldPaintedAt: number | undefined;
}

const WITHIN_MS = 60_000;

export async function visit(browser: Browser, url: string, cpuSlowdown: number): Promise<Visit> {
  const context = await browser.newContext();
  const page = await context.newPage();
  try {
    await page.addInitScript(watchForField);
    await slowDown(await context.newCDPSession(page), cpuSlowdown);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(url, { waitUntil: 'commit' });
    const paintedAt = await fieldPainted(page);
    const requested = requests.filter((address) => !address.endsWith('/favicon.ico')).length - 1;
    return { fieldMs: paintedAt - (await htmlArrivedAt(page)), requests: requested };
  } finally {
    await context.close();
  }
}

async function slowDown(session: CDPSession, rate: number): Promise<void> {
  if (rate !== 1) await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Runs in every frame: notes when a usable card number field has been painted. */
function watchForField(): void {
  const look = () => {
    const field = document.querySelector<HTMLInputElement>('input[autocomplete~="cc-number"]');
    if (field === null || field.disabled || field.getClientRects().length === 0) {
      requestAnimationFrame(look);
      return;
    }
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        globalThis.fieldPaintedAt = performance.timeOrigin + performance.now();
      };
      channel.port2.postMessage(null);
    });
  };
  requestAnimationFrame(look);
}

async function fieldPainted(page: Page): Promise<number> {
  const deadline = Date.now() + WITHIN_MS;
  while (Date.now() < deadline) {
    for (const frame of page.frames()) {
      const paintedAt = await frame.evaluate(() => globalThis.fieldPaintedAt).catch(() => undefined);
      if (paintedAt !== undefined) return paintedAt;
    }
    await page.waitForTimeout(10);
  }
  throw new Error(`Cannot measure ${page.url()}: no card number field within ${WITHIN_MS} ms`);
}

function htmlArrivedAt(page: Page): Promise<number> {
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    if (!(navigation instanceof PerformanceNavigationTiming)) throw new Error('no navigation timing');
    return performance.timeOrigin + navigation.responseEnd;
  });
}
