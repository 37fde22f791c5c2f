/**
 * An exercise: a shop with two faults, to be found with docs/inspector.md alone, which says how to start it. It prints what its
 * developer sees, and no more.
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { createMerchantClient, verifyCallback } from 'embeddable-wallet/server';

const servicePort = process.env['SERVICE_PORT'] ?? '4000';
const inspectorPort = process.env['INSPECTOR_PORT'] ?? '4002';
const shopPort = Number(process.env['SHOP'] ?? 5061);
const receiverPort = Number(process.env['WEBHOOKS'] ?? 5062);
const baseUrl = `http://127.0.0.1:${servicePort}`;

const created = await fetch(`http://127.0.0.1:${inspectorPort}/api/accounts`, {
  method: 'POST',
  headers: {
    Authorization: `Bearer ${process.env['INSPECTOR_TOKEN'] ?? ''}`,
    'Content-Type': 'application/json',
  },
  // The first fault: its page stands on localhost and not on 127.0.0.1.
  body: JSON.stringify({ name: 'Tea shop', origins: [`http://127.0.0.1:${shopPort}`] }),
});
if (!created.ok) throw new Error(`Cannot open the shop's account: ${await created.text()}`);
const { account, secret_key: secretKey } = await created.json();
const [{ merchant_id }] = account.merchants;
const service = createMerchantClient({ baseUrl, secretKey });

createServer(async (request, response) => {
  const body = await text(request);
  const { notification_details } = verifyCallback({
    headers: request.headers,
    body,
    secret: account.webhook_secret,
  });
  // The second fault: written for payments, and never tried with a refund.
  const isKnown = notification_details.info.startsWith('SALE');
  response.writeHead(isKnown ? 204 : 500).end(isKnown ? undefined : 'Unknown kind');
}).listen(receiverPort, 'localhost');

const PAGE = `<!doctype html><html lang="en"><title>Tea</title><script src="${baseUrl}/sdk/sdk.js"></script>
<h1>Tea shop</h1><div id="wallet"></div><script>
const refreshToken = async () => (await fetch('/session', { method: 'POST' })).json();
sdk.auth.connect({ publishableKey: '${account.publishable_key}', refreshToken });
sdk.wallet.init({ merchant_id: ${merchant_id}, view: 'CHECKOUT' }, { amount: '12.00', currency: 'EUR' });
</script></html>`;
createServer(async (request, response) => {
  if (request.url === '/session') response.end(JSON.stringify(await service.refreshToken({ merchant_id })));
  else response.setHeader('Content-Type', 'text/html').end(PAGE);
}).listen(shopPort, 'localhost');

const order = { merchant_id, orderID: 'tea-1', transactionID: crypto.randomUUID(), isGuest: true };
const money = { amount: '12.00', currency: 'EUR' } as const;
const callback_url = `http://localhost:${receiverPort}/`;
const ccToken = 'tok_sandbox_4242424242424242';
await service.sale({ ...order, ...money, ccToken, callback_url });
await service.refund({ transactionID: order.transactionID, ...money, callback_url });
console.log(`A shopper says: http://localhost:${shopPort} shows no form.`);
console.log('The books say: order tea-1 was given back, and the shop has never heard of it.');
