import { expect } from '@playwright/test';
import { challengedOn } from '../../support/fixtures/merchant-challenge.ts';
import { test } from '../../support/fixtures/stack-test.ts';
import { openMerchantPage } from '../../support/pages/merchant-page.ts';
import { WalletFrame } from '../../support/pages/wallet-frame.ts';

/** What the page is told of ends. */
const ENDS = `
  globalThis.ends = [];
  for (const name of ['after3DsComplete', 'threeDsEnded'])
    sdk.wallet.on(name, ({ status, reason }) => ends.push([name, status, reason].filter(Boolean).join(' ')));
`;

test('a payment that waits says its amount and order, and is cancelled by a second press', async ({
  page,
  stack,
}) => {
  const run = await openMerchantPage(page, stack, { script: ENDS });
  const { status } = await challengedOn(page, run, stack);
  await page.reload();
  // The next order, in a wallet of its own.
  await run("details = { currency: 'EUR', amount: '48.50' }; return begin()");
  const wallet = new WalletFrame(page);
  const waiting = wallet.alerts.filter({ hasText: '£10.00' });
  await expect(waiting).toContainText(/A payment is waiting for you to confirm it\.£10\.00 · \S+/);
  await page.screenshot({ path: '.cache/waiting.png' });
  await waiting.getByRole('button', { name: 'Cancel payment' }).click();
  await expect(waiting).toContainText('£10.00');
  await expect(waiting).not.toContainText('A payment is waiting');
  expect(await status()).toBe('PENDING');
  await page.screenshot({ path: '.cache/waiting-asked.png' });
  await waiting.getByRole('button', { name: 'Cancel payment' }).click();
  await expect(waiting).toHaveCount(0);
  expect(await status()).toBe('FAILURE');
  await expect
    .poll(() => page.evaluate('ends'))
    .toEqual(['after3DsComplete FAILURE', 'threeDsEnded FAILURE cancelled']);
  await expect(wallet.button('Continue')).toHaveCount(0);
});
