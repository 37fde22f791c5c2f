import type { CDPSession, Page } from '@playwright/test';
import type { Run } from './pages/merchant-page.ts';

/** Times until the browser has compiled what it compiles; what lives after them does not grow with their number. */
export const WARM_UP = 50;

/** Most are destroyed before their frame has come, every tenth as it stands. */
export const initAndDestroy = (run: Run, times: number) =>
  run(`for (let i = 0; i < ${times}; i++) {
    const init = begin().catch(() => {});
    if (i % 10 === 0) await init;
    await sdk.wallet.destroy();
  }`);

/** What lives in the page after all rubbish has been collected. */
export async function livingIn(page: Page, devtools: CDPSession) {
  await devtools.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters');
  return {
    nodes,
    jsEventListeners,
    frames: page.frames().length,
    children: await page.locator('#wallet *').count(),
  };
}

/** Bytes of JavaScript that live in the page. */
export async function heapOf(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize;
}
