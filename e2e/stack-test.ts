import { test as base } from '@playwright/test';
import { ShopPage } from './pages/shop-page.ts';
import { type Stack, startStack } from './stack.ts';

/** A test with a running service and shop of its worker, and the shop's page. */
export const test = base.extend<{ shop: ShopPage }, { stack: Stack }>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
    async ({}, use) => {
      const stack = await startStack();
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  shop: async ({ page, stack }, use) => use(new ShopPage(page, stack.shopUrls.localhost)),
});
