import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds wrong on the page and in its frames, one sentence each. */
export async function violationsOn(page: Page): Promise<string[]> {
  await paintGroundOfFrames(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
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
