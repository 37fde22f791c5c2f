import type { Server } from 'node:http';
import { expect } from '@playwright/test';
import { ChallengeJourney } from '../fixtures/challenge-journey.ts';
import { test } from '../fixtures/three-ds-test.ts';
import { freePort } from '../stack/free-port.ts';
import { startProxy } from '../stack/http-proxy.ts';
import type { Stack } from '../stack/stack.ts';

/** The demo shop behind a server that adds headers, and the stack with its address. */
async function shopWith(
  headers: Record<string, string>,
  sites: Stack,
): Promise<{ server: Server; stack: Stack }> {
  const port = await freePort();
  const target = Number(new URL(sites.shopUrls.localhost).port);
  const server = await startProxy({ port, target, headers });
  const localhost = `http://localhost:${port}`;
  return { server, stack: { ...sites, shopUrls: { ...sites.shopUrls, localhost } } };
}

test('a cross-origin isolated shop has the wallet frame and the box with the bank in it', {
  tag: '@prove',
}, async ({ page, sites }) => {
  const isolating = {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
  };
  const { server, stack } = await shopWith(isolating, sites);
  const refused: string[] = [];
  page.on('requestfailed', (request) => refused.push(`${request.url()} ${request.failure()?.errorText}`));
  try {
    const challenged = new ChallengeJourney(page, stack);
    await challenged.open();
    expect(await page.evaluate('crossOriginIsolated')).toBe(true);
    await challenged.pay();
    await challenged.box.answer('1234');
    await challenged.expectOneEnd('authenticated');
    await expect(challenged.shop.paid).toBeVisible();
    expect(refused.filter((line) => line.includes('BLOCKED'))).toEqual([]);
  } finally {
    server.close();
  }
});
