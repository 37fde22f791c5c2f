import { AxeBuilder } from '@axe-core/playwright';
import type { Frame, Page } from '@playwright/test';
import axe from 'axe-core';

/** What axe finds wrong on the page and in its frames, one sentence each; `within` where all else is inert. */
export async function violationsOn(page: Page, within?: string): Promise<string[]> {
  await paintGroundOfFrames(page);
  const axe = new AxeBuilder({ page });
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze();
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
}

/** A transparent frame shows the page behind it; axe takes white. So the frame gets the colour that the eye sees. */
async function paintGroundOfFrames(page: Page): Promise<void> {
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
    ...{ iframes: false, resultTypes: ['violations'] },
    ...(rules ? { runOnly: rules } : { rules: off }),
  });
  const found: string[] = [];
  for (const frame of frames) {
    if (await frame.evaluate(() => !('axe' in globalThis))) await frame.evaluate(axe.source);
    const { violations } = await frame.evaluate<axe.AxeResults>(`axe.run(document, ${options})`);
    for (const { id, nodes } of violations)
      found.push(...nodes.map(({ html }) => `${frame.name()}: ${id}: ${html}`));
  }
  return found;
}
