import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Frame, Page } from '@playwright/test';
import { openWindow, slowDown } from './bench-browser.ts';

export const CPU_SLOWDOWN = 4;

/** A cold visit on a slow device, and a card number typed once all is quiet. */
export type SlowDeviceVisit = {
  /** What tasks of the page's and the frame's process had beyond 50 ms each, in all. */
  readonly blockedMs: number;
  /** From each key to the end of the next paint in the frame. */
  readonly keyMs: readonly number[];
};

declare global {
  var longTasks: number[];
  var keyTimes: number[];
  /** Set by the pages of the bench once their form is all there. */
  var isStanding: boolean | undefined;
}

const FIELD = 'input[autocomplete~="cc-number"]';
const DIGITS = '4242424242424242';
/** Late work of a form that stands counts too. */
const QUIET_MS = 1_500;
const BETWEEN_KEYS_MS = 120;

export async function slowDeviceVisit(browser: Browser, url: string): Promise<SlowDeviceVisit> {
  const page = await openWindow(browser);
  try {
    await page.addInitScript(watchWork);
    await slowDown(page, CPU_SLOWDOWN);
    await page.goto(url);
    const field = page.frameLocator('iframe').locator(FIELD);
    await field.waitFor();
    await page.waitForFunction(() => globalThis.isStanding);
    await delay(QUIET_MS);
    const frame = formFrame(page);
    const blocked = await Promise.all([blockedIn(page.mainFrame()), blockedIn(frame)]);
    await field.click();
    await delay(BETWEEN_KEYS_MS);
    for (const digit of DIGITS) {
      await page.keyboard.press(digit);
      await delay(BETWEEN_KEYS_MS);
    }
    return { blockedMs: blocked[0] + blocked[1], keyMs: await frame.evaluate(() => keyTimes) };
  } finally {
    await page.context().close();
  }
}

function formFrame(page: Page): Frame {
  const [frame, more] = page.frames().filter((each) => each.parentFrame() !== null);
  if (frame === undefined || more !== undefined) throw new Error('Cannot measure: found no single frame');
  return frame;
}

async function blockedIn(frame: Frame): Promise<number> {
  const tasks = await frame.evaluate(() => longTasks);
  return tasks.reduce((sum, duration) => sum + duration - 50, 0);
}

/** Runs in every frame, before its scripts. */
function watchWork(): void {
  globalThis.longTasks = [];
  globalThis.keyTimes = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  const afterPaint = ({ timeStamp }: KeyboardEvent) => {
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => keyTimes.push(performance.now() - timeStamp);
      channel.port2.postMessage(null);
    });
  };
  addEventListener('keydown', afterPaint, { capture: true });
}
