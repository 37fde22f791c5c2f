import { test as base, type WorkerFixture } from '@playwright/test';
import { INSPECTOR_TOKEN } from './admin-client.ts';
import { openMerchantPage, type Run } from './pages/merchant-page.ts';
import { ShopPage } from './pages/shop-page.ts';
import { WalletFrame } from './pages/wallet-frame.ts';
import { type Stack, startStack } from './stack.ts';

type StackFixture = [WorkerFixture<Stack, object>, { scope: 'worker'; timeout: number }];

/** A fixture: what `start` brings up, once for each worker and each call of this. */
export function stackOfWorker(start: () => Promise<Stack>): StackFixture {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
  const fixture: StackFixture[0] = async ({}, use) => {
    const stack = await start();
    await use(stack);
    await stack.stop();
  };
  return [fixture, { scope: 'worker', timeout: 120_000 }];
}

/** A page of a merchant's own with a wallet that has begun; `run` runs lines in the page. */
type Begun = { readonly run: Run; readonly wallet: WalletFrame };

/** A test with a running service and shop of its worker, and the shop's page or another with its wallet. */
export const test = base.extend<{ shop: ShopPage; begun: Begun }, { stack: Stack }>({
  stack: stackOfWorker(() => startStack({ INSPECTOR_TOKEN })),
  shop: async ({ page, stack }, use) => use(new ShopPage(page, stack.shopUrls.localhost)),
  begun: async ({ page, stack }, use) => {
    const run = await openMerchantPage(page, stack);
    await run('return begin()');
    await use({ run, wallet: new WalletFrame(page) });
  },
});
