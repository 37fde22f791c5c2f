import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { createMerchantClient } from 'embeddable-wallet/server';
import { fillCard, passChallenge } from 'embeddable-wallet/testing';
import { test } from '../support/fixtures/stack-test.ts';
import { printed } from '../support/measures/printed.ts';
import { openMerchantPage } from '../support/pages/merchant-page.ts';
import { GOOD_CARD } from '../support/pages/wallet-frame.ts';
import { lookUp, post, textAt } from '../support/stack/service-client.ts';
import { SECRET_KEY } from '../support/stack/stack.ts';

/** What docs/page.md and docs/integrate.md promise of a visit and of sessions. */

const DETAILS = "globalThis.details = { currency: 'GBP', amount: '10.00' };";
/** As docs/page.md lists them. */
const STORED = {
  page: [/^sdk words$/, /^http.*\/wallet\/frame/],
  frame: [/^\?/, /^challenges of http/],
};

test('a visit that pays with 3-D Secure asks shop, service and bank alone, and leaves no cookie and no other name', async ({
  page,
  stack,
}) => {
  const asked = new Set<string>();
  const cookies: string[] = [];
  const sockets: string[] = [];
  page.on('request', (request) => asked.add(new URL(request.url()).origin));
  page.on('response', async (answer) => {
    const set = await answer.headerValue('set-cookie').catch(() => null);
    if (set !== null) cookies.push(answer.url());
  });
  page.on('websocket', (socket) => sockets.push(socket.url()));
  await openMerchantPage(page, stack, { isGuest: true, script: DETAILS });
  await page.evaluate('begin()');
  await fillCard(page, GOOD_CARD);
  const ccToken = JSON.stringify(await page.evaluate('sdk.wallet.getPaymentMethod()'));
  const form = { method: 'SALE_3DS', amount: '10', currency: 'GBP', ccToken, merchantRef: 'demo' };
  const { body } = await post(`${stack.serviceUrl}/wallet/api/v1/billing`, form);
  await passChallenge(page);
  const id = textAt(body, 'transaction', 'transactionID');
  await expect.poll(async () => textAt(await lookUp(stack.serviceUrl, id), 'status')).toBe('SUCCESS');
  const shop = new URL(page.url()).origin;
  const bank = new URL(stack.issuerUrl).origin;
  expect([...asked].filter((origin) => ![shop, stack.serviceUrl, bank].includes(origin))).toEqual([]);
  // The control: it was a visit of all three.
  expect(asked.size).toBe(3);
  expect({ cookies, sockets, kept: await page.context().cookies() }).toEqual({
    cookies: [],
    sockets: [],
    kept: [],
  });
  const frame = page.frames().find((one) => one.url().includes('/wallet/frame'));
  for (const [where, names] of [
    [page.mainFrame(), STORED.page],
    [frame, STORED.frame],
  ] as const) {
    const stored = await where?.evaluate(() => [Object.keys(sessionStorage), Object.keys(localStorage)]);
    const [inTab = [], lasting] = stored ?? [];
    expect(inTab.filter((name) => !names.some((known) => known.test(name)))).toEqual([]);
    expect(lasting).toEqual([]);
  }
});

test('the check of docs/page.md ends with 1 once the service has another script than the page', async ({
  stack,
}) => {
  const cwd = mkdtempSync(join(tmpdir(), 'pinned-page-'));
  const check = printed('docs/page.md', { mark: 'integrity.json', serviceUrl: stack.serviceUrl });
  const run = () => execFileSync('sh', ['-c', check], { cwd, stdio: 'pipe' });
  const { path } = (await (await fetch(`${stack.serviceUrl}/sdk/integrity.json`)).json())['sdk.js'];
  writeFileSync(join(cwd, 'page.html'), `<script src="${stack.serviceUrl}${path}"></script>`);
  run();
  const other = path.replace(/[0-9a-f]{32}/, '0'.repeat(32));
  writeFileSync(join(cwd, 'page.html'), `<script src="${stack.serviceUrl}${other}"></script>`);
  expect(run).toThrow(expect.objectContaining({ status: 1 }));
  rmSync(cwd, { recursive: true });
});

test('the session sample keeps a token while it is good, and makes another for a user and when asked again', async ({
  stack,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'session-sample-'));
  const file = join(folder, 'session.mjs');
  writeFileSync(file, printed('docs/integrate.md', { mark: 'function sessionToken(' }));
  const { sessionToken } = await import(pathToFileURL(file).href);
  const service = createMerchantClient({ baseUrl: stack.serviceUrl, secretKey: SECRET_KEY });
  const kept = {};
  const tokenOf = async (how: object) => (await sessionToken(service, kept, how)).refreshToken;
  const first = await tokenOf({});
  expect(await tokenOf({})).toBe(first);
  const second = await tokenOf({ isAskedAgain: true });
  const ofUser = await tokenOf({ userId: 'session-sample' });
  expect(await tokenOf({ userId: 'session-sample' })).toBe(ofUser);
  Object.assign(kept, { until: Date.now() - 1 });
  const third = await tokenOf({ userId: 'session-sample' });
  expect(new Set([first, second, ofUser, third, await tokenOf({})]).size).toBe(5);
  rmSync(folder, { recursive: true });
});
