import { createServer, type Server } from 'node:http';
import { expect } from '@playwright/test';
import { ChallengeJourney } from '../../support/fixtures/challenge-journey.ts';
import { test } from '../../support/fixtures/three-ds-test.ts';
import { freePort } from '../../support/stack/free-port.ts';
import { startProxy } from '../../support/stack/http-proxy.ts';
import type { Stack } from '../../support/stack/stack.ts';

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
}, async ({ page, stack: sites }) => {
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

type Nested = { readonly serviceUrl: string; readonly port: number; readonly asked: Record<string, string> };

/** A page of the shop's on `localhost` with the frame, for a page of the shop's on 127.0.0.1: both are registered. */
function pageWithFrame({ serviceUrl, port, asked }: Nested): string {
  const embedding = { key: 'pk_sandbox_demo', merchant: '1001', origin: `http://localhost:${port}` };
  return `<iframe src="${serviceUrl}/wallet/frame?${new URLSearchParams({ ...embedding, ...asked })}"></iframe>`;
}

test('a wallet runs in a nested page of its shop if its address says so, and else only at the top', async ({
  page,
  stack: sites,
}) => {
  const port = await freePort();
  const server = createServer(({ url = '' }, response) => {
    const asked: Record<string, string> = url.endsWith('nested') ? { nested: '1' } : {};
    const inner = pageWithFrame({ serviceUrl: sites.serviceUrl, port, asked });
    const outer = `<iframe src="http://localhost:${port}/inner${url}"></iframe>`;
    const body = url.startsWith('/inner') ? inner : outer;
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<!doctype html>${body}`);
  }).listen(port);
  const form = page.frameLocator('iframe').frameLocator('iframe').locator('form').first();
  try {
    await page.goto(`http://127.0.0.1:${port}/nested`);
    await expect(form).toBeAttached();
    const refusal = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await page.goto(`http://127.0.0.1:${port}/alone`);
    await refusal;
    await expect(form).not.toBeAttached();
  } finally {
    server.close();
  }
});
