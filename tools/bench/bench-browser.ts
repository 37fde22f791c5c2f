import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumLaunch, findChromium, findWholeChromium } from '../check/chromium.mjs';

const WINDOW_AT_REST_MS = 2000;

/**
 * The one of `CHROMIUM_PATH`, else one as shoppers have, that gives a frame of another site a process: the headless shell keeps
 * page and frame in one.
 */
export function launchBrowser(): Promise<Browser> {
  const asked = process.env['CHROMIUM_PATH'];
  const executablePath = asked || (findWholeChromium() ?? findChromium());
  return chromium.launch({ ...chromiumLaunch(), ...(executablePath && { executablePath }) });
}

/** A window of a fresh profile, once the pages that the browser itself shows in it no longer ask for the machine's time. */
export async function openWindow(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await delay(WINDOW_AT_REST_MS);
  return page;
}

/**
 * Slows the page's process and that of each frame of another site: a rate set on the page alone leaves those frames,
 * which are processes of their own, at full speed. Set as a frame's process appears, before its document runs.
 */
export async function slowDown(page: Page, rate: number): Promise<void> {
  if (rate === 1) return;
  const session = await page.context().newCDPSession(page);
  const message = JSON.stringify({ id: 1, method: 'Emulation.setCPUThrottlingRate', params: { rate } });
  session.on('Target.attachedToTarget', async ({ sessionId, targetInfo }) => {
    if (targetInfo.type === 'iframe')
      await session.send('Target.sendMessageToTarget', { sessionId, message });
  });
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}
