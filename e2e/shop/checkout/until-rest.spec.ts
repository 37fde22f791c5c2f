import { expect } from '@playwright/test';
import { readmeSession, readmeShop } from '../../../tools/bench/pages.ts';
import { test } from '../../support/fixtures/stack-test.ts';
import { watchTransfers } from '../../support/measures/transfers.ts';
import { WalletFrame } from '../../support/pages/wallet-frame.ts';
import { freePort } from '../../support/stack/free-port.ts';
import { servePages } from '../../support/stack/page-server.ts';

const MAX_REQUESTS = 10;
/** Of them 3.5 kB are the page itself, which has the frame in it and is sent uncompressed. */
const MAX_BYTES = 60_800;
/** Longer than anything that the wallet puts off. */
const QUIET_MS = 2_000;

test("a guest's visit of the README's page costs few requests and bytes until the wallet is at rest", async ({
  page,
  stack,
}) => {
  const port = await freePort();
  const session = await readmeSession(stack.serviceUrl);
  const pages = new Map([
    ['/', readmeShop(stack.serviceUrl, `http://localhost:${port}`, session)],
    ['/session', JSON.stringify(session)],
  ]);
  const server = await servePages(port, pages);
  try {
    const transfers = watchTransfers(page);
    await page.goto(`http://localhost:${port}/`);
    await new WalletFrame(page).settled.waitFor({ state: 'attached' });
    await page.waitForTimeout(QUIET_MS);
    const { requests, bytes } = await transfers();
    console.log(`${requests.length} requests, ${(bytes / 1000).toFixed(1)} kB until rest`);
    // One of each kind at least: a page that fails early fetches little.
    for (const part of ['/sdk.js', '/wallet/frame', '/connect-page', '/marks.svg']) {
      expect(requests.join('\n')).toContain(part);
    }
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(MAX_REQUESTS);
    expect(bytes, requests.join('\n')).toBeLessThanOrEqual(MAX_BYTES);
  } finally {
    server.close();
  }
});
