import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Browser } from '@playwright/test';
import {
  heapOf,
  initAndDestroy,
  livingIn,
  SETTLE_MS,
  WARM_UP,
} from '../../e2e/support/measures/init-and-destroy.ts';
import { openMerchantPage } from '../../e2e/support/pages/merchant-page.ts';
import { startStack } from '../../e2e/support/stack/stack.ts';
import type { Row } from './kit/table.ts';

const TIMES = 100;
const GOAL_KB = 100;

/** What a hundred wallets leave behind in the page; their own process goes with each. */
export async function lifecycleRows(browser: Browser): Promise<Row[]> {
  const stack = await startStack();
  const page = await browser.newPage();
  try {
    const run = await openMerchantPage(page, stack);
    const devtools = await page.context().newCDPSession(page);
    const look = async () => ({ living: await livingIn(page, devtools), heap: await heapOf(devtools) });
    await initAndDestroy(run, WARM_UP);
    await delay(SETTLE_MS);
    // The first look brings listeners of the measurement's own.
    await look();
    const before = await look();
    await initAndDestroy(run, TIMES);
    await delay(SETTLE_MS);
    const after = await look();
    return rowsOf(before, after);
  } finally {
    await page.close();
    await stack.stop();
  }
}

type Look = { readonly living: Awaited<ReturnType<typeof livingIn>>; readonly heap: number };

function rowsOf(before: Look, after: Look): Row[] {
  const kilobytes = (after.heap - before.heap) / 1000;
  const growth = (name: keyof Look['living']) => after.living[name] - before.living[name];
  return [
    {
      what: `${TIMES} x init and destroy: the page's heap grows by`,
      measured: `${kilobytes.toFixed(0)} kB`,
      goal: `<= ${GOAL_KB} kB`,
      reached: kilobytes <= GOAL_KB,
    },
    {
      what: 'the same: nodes, listeners, frames left',
      measured: `${growth('nodes')}, ${growth('jsEventListeners')}, ${growth('frames')}`,
      goal: '0, 0, 0',
      reached: isDeepStrictEqual(before.living, after.living),
    },
  ];
}
