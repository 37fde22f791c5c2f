import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { openBareComparison } from './bare-comparison.ts';
import { openWindow } from './bench-browser.ts';
import { ROUNDS } from './field-rows.ts';
import { median } from './kit/statistics.ts';
import type { Row } from './kit/table.ts';
import { readmeSession, readmeShop } from './pages.ts';

const REST_GOAL = 2;
const KEY_GOAL = 1.25;
const DIGITS = '4242424242424242';
/** Longer than anything that the wallet puts off. */
const QUIET_MS = 2000;
const BETWEEN_KEYS_MS = 100;

/** What a visit asks of the shopper's main threads, until the wallet is at rest, and then for each digit of a card number. */
type Work = { readonly restMs: number; readonly keyMs: number };

/** The README's page and a bare Preact form in a frame of another site, in turn. */
export async function workRows(browser: Browser): Promise<Row[]> {
  const site = await openSite();
  const ours: Work[] = [];
  const bare: Work[] = [];
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      await site.renewSession();
      const [bareWork, ourWork] = [
        await workOf(browser, site.bareUrl),
        await workOf(browser, site.readmeUrl),
      ];
      // The first round warms the machine.
      if (round === 0) continue;
      bare.push(bareWork);
      ours.push(ourWork);
    }
  } finally {
    await site.close();
  }
  return [
    row('main-thread work until rest', { ours, bare, of: ({ restMs }) => restMs, goal: REST_GOAL }),
    row('main-thread work per key', { ours, bare, of: ({ keyMs }) => keyMs, goal: KEY_GOAL }),
  ];
}

async function openSite() {
  const { serviceUrl, shopUrl, pages, ...site } = await openBareComparison();
  return {
    ...site,
    readmeUrl: `${shopUrl}/readme`,
    renewSession: async () => {
      const session = await readmeSession(serviceUrl);
      pages.set('/readme', readmeShop(serviceUrl, shopUrl, session));
      pages.set('/session', JSON.stringify(session));
    },
  };
}

async function workOf(browser: Browser, url: string): Promise<Work> {
  const page = await openWindow(browser);
  try {
    const restMs = await mainThreadMs(browser, async () => {
      await page.goto(url);
      await numberField(page).waitFor();
      await delay(QUIET_MS);
    });
    await numberField(page).click();
    await delay(QUIET_MS);
    const keysMs = await mainThreadMs(browser, async () => {
      for (const digit of DIGITS) {
        await page.keyboard.press(digit);
        await delay(BETWEEN_KEYS_MS);
      }
    });
    return { restMs, keyMs: keysMs / DIGITS.length };
  } finally {
    await page.context().close();
  }
}

type TraceEvent = {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
};

/**
 * Milliseconds that the main threads of all pages and frames worked while `act` ran, in the processor's time: other programs on
 * the machine count for little. The browser traces whole tasks alone, which costs them next to nothing.
 */
async function mainThreadMs(browser: Browser, act: () => Promise<void>): Promise<number> {
  await browser.startTracing(undefined, { categories: ['toplevel'] });
  await act();
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain';
  const mains = new Set(traceEvents.filter(isMain).map(threadOf));
  const tasks = traceEvents.filter(
    (event) =>
      event.ph === 'X' && event.name === 'ThreadControllerImpl::RunTask' && mains.has(threadOf(event)),
  );
  if (tasks.length === 0) throw new Error('Cannot measure: found no task of a main thread in the trace');
  return tasks.reduce((sum, { tdur, dur = 0 }) => sum + (tdur ?? dur), 0) / 1000;
}

function numberField(page: Page) {
  return page.frameLocator('iframe').locator('input[autocomplete~="cc-number"]');
}

type RowInput = {
  readonly ours: readonly Work[];
  readonly bare: readonly Work[];
  of(work: Work): number;
  readonly goal: number;
};

function row(what: string, { ours, bare, of, goal }: RowInput): Row {
  const [our, floor] = [median(ours.map(of)), median(bare.map(of))];
  return {
    what: `${what}, README's page / bare Preact form`,
    measured: `${(our / floor).toFixed(2)} (${our.toFixed(2)} / ${floor.toFixed(2)} ms)`,
    goal: `<= ${goal}`,
    reached: our <= floor * goal,
  };
}
