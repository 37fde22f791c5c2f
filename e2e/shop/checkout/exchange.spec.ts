import { expect, type Page } from '@playwright/test';
import { test } from '../../support/fixtures/stack-test.ts';
import { BareCheckout } from '../../support/pages/bare-checkout.ts';

type Told = { readonly url: string; readonly method: string; connection: number };

/** Requests of the page to the service as the browser's network tells them, preflights among them, with their connections. */
async function toService(page: Page, serviceUrl: string): Promise<() => Told[]> {
  const devtools = await page.context().newCDPSession(page);
  const told = new Map<string, Told>();
  devtools.on('Network.requestWillBeSent', ({ requestId, request: { url, method } }) => {
    if (url.startsWith(serviceUrl)) told.set(requestId, { url, method, connection: 0 });
  });
  devtools.on('Network.responseReceived', ({ requestId, response: { connectionId } }) => {
    const known = told.get(requestId);
    if (known) known.connection = connectionId;
  });
  await devtools.send('Network.enable');
  return () =>
    [...told.values()].map((request) => ({ ...request, url: request.url.slice(serviceUrl.length) }));
}

const isExchange = ({ url }: Told) => url === '/wallet/api/v1/token';
const isScript = ({ url }: Told) => url.endsWith('/sdk.js');

test('the exchange is one request without a preflight, over the connection that a script tag with crossorigin made', async ({
  page,
  stack,
}) => {
  const shop = await BareCheckout.serve(page, { stack });
  const seen = await toService(page, stack.serviceUrl);
  await shop.open();
  const exchanges = seen().filter(isExchange);
  expect(exchanges.map(({ method }) => method)).toEqual(['POST']);
  expect(exchanges[0]?.connection).toBe(seen().find(isScript)?.connection);
});

test("the frame's document says when its form is painted, before any script of its own has come", async ({
  page,
  stack,
}) => {
  await page.route('**/main-*.js', () => {});
  const words: unknown[] = [];
  await page.exposeFunction('heard', (data: unknown) => words.push(data));
  await page.addInitScript(`if (self === top) addEventListener('message', ({ data }) => heard(data))`);
  const shop = await BareCheckout.serve(page, { stack });
  await shop.start();
  await expect.poll(() => words).toEqual(['', '']);
});
