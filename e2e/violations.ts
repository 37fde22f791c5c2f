import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

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
      const isPainted = (color: string) => color !== 'transparent' && !color.endsWith(', 0)');
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
