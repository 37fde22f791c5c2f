import { test as base } from '@playwright/test';
import { engines, findPrograms } from '../../tools/check/engines.mjs';
import { startThreeSites } from '../support/fixtures/three-ds-test.ts';
import type { Stack } from '../support/stack/stack.ts';
import { openBrowser } from './open-browser.ts';
import { ShopWindow } from './shop-window.ts';

/** A test in the engine of its project, with a browser of its own; skipped by name where the engine is missing. */
export const test = base.extend<{ shop: ShopWindow }, { stack: Stack }>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
    async ({}, use) => {
      const stack = await startThreeSites();
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker' },
  ],
  shop: async ({ stack }, use, info) => {
    const engine = engines().find(({ name }) => name === info.project.name);
    const programs = engine && findPrograms(engine);
    info.skip(!programs, `${info.project.name}: not installed, not checked`);
    if (!engine || !programs) return;
    const browser = await openBrowser(engine.id, programs);
    await use(new ShopWindow(browser.driver, stack.shopUrls.localhost));
    await browser.close();
  },
});
