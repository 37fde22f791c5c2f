import { AxeBuilder } from '@axe-core/playwright';
import type { Frame, Page } from '@playwright/test';
import axe from 'axe-core';

/** What lasts longer is no way from one state to the next: it says that something goes on, or runs out. */
const PASSING_MS = 1000;

/** In the page: what opens or fades is at its end, as half way there colours are nobody's choice. */
async function toRest(passingMs: number): Promise<void> {
  const picture = () => new Promise(requestAnimationFrame);
  for (;;) {
    // A browser draws no frame of another site that is out of view.
    await Promise.race([picture().then(picture), new Promise((done) => setTimeout(done, 250))]);
    const running = document.getAnimations().filter(({ playState }) => playState === 'running');
    const passing = running.filter(({ effect }) => Number(effect?.getComputedTiming().endTime) <= passingMs);
    if (passing.length === 0) return;
    for (const animation of passing) animation.finish();
  }
}

/** A frame may go to its next document meanwhile, as the bank's does: that one is asked then. */
async function frameToRest(frame: Frame): Promise<void> {
  for (let documents = 0; documents < 5 && !frame.isDetached(); documents += 1) {
    const isAtRest = await frame.evaluate(toRest, PASSING_MS).then(
      () => true,
      (error) => {
        if (/context was destroyed|detached/.test(String(error))) return false;
        throw error;
      },
    );
    if (isAtRest) return;
  }
}

/** What axe finds wrong on the page and in its frames, one sentence each; `within` where all else is inert. */
export async function violationsOn(page: Page, within?: string): Promise<string[]> {
  await Promise.all(page.frames().map(frameToRest));
  await paintGroundOfFrames(page);
  const axe = new AxeBuilder({ page });
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze();
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
}

/** A transparent frame shows the page behind it; axe takes white. So the frame gets the colour that the eye sees. */
export async function paintGroundOfFrames(page: Page): Promise<void> {
  for (const frame of page.frames().filter((each) => each.parentFrame() === page.mainFrame())) {
    const element = await frame.frameElement();
    const ground = await element.evaluate((node) => {
      const isPainted = (color: string) => !(color.startsWith('rgba') && color.endsWith(', 0)'));
      for (let each: Node | null = node; each instanceof Element; each = each.parentElement) {
        const { backgroundColor } = getComputedStyle(each);
        if (isPainted(backgroundColor)) return backgroundColor;
      }
      return '';
    });
    await frame.evaluate((color) => {
      const { style } = document.documentElement;
      // That of another look.
      style.background = '';
      if (getComputedStyle(document.documentElement).backgroundColor === 'rgba(0, 0, 0, 0)')
        style.background = color;
    }, ground);
  }
}

/** What is asked of a page, not of a frame in it. */
const ofPages = ['document-title', 'landmark-one-main', 'page-has-heading-one'];

/** The same for documents that stand side by side, each by itself, which is faster by far; all rules, or these. */
export async function violationsIn(frames: readonly Frame[], rules?: readonly string[]): Promise<string[]> {
  const off = Object.fromEntries(ofPages.map((rule) => [rule, { enabled: false }]));
  const options = JSON.stringify({
    iframes: false,
    resultTypes: ['violations'],
    ...(rules ? { runOnly: rules } : { rules: off }),
  });
  await Promise.all(frames.map((frame) => frame.evaluate(toRest, PASSING_MS)));
  const found: string[] = [];
  for (const frame of frames) {
    if (await frame.evaluate(() => !('axe' in globalThis))) await frame.evaluate(axe.source);
    const { violations } = await frame.evaluate<axe.AxeResults>(`axe.run(document, ${options})`);
    for (const { id, nodes } of violations)
      found.push(...nodes.map(({ html }) => `${frame.name()}: ${id}: ${html}`));
  }
  return found;
}
