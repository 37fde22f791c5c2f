import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { createMerchantClient } from 'embeddable-wallet/server';
import { shopApp } from './server/app.ts';
import { readConfig } from './server/config.ts';
import { pages } from './server/pages.ts';
import { openJournal } from './server/records/journal.ts';
import { openOrders } from './server/records/orders.ts';
import { openSessions } from './server/sessions.ts';
import { visibleText } from './server/visible-text.ts';

/** The demo shop's backend, from its settings to an open port. */
const config = readConfig(process.env);
const orders = openOrders(openJournal(join(config.dataDir, 'orders.jsonl')));
// Every call carries the secret key, so all of them are made here.
const service = createMerchantClient({ baseUrl: config.serviceUrl, secretKey: config.secretKey });
const { merchantId, merchantRef, callbackUrl } = config;
const tellStaff = (text: string) => console.warn(visibleText(text));
const sessions = openSessions({ service, merchantId });
const shop = { orders, service, sessions, merchantId, merchantRef, callbackUrl, tellStaff };
const app = shopApp(shop, { config, logFault: (error) => console.error(visibleText(error)) });

// The build puts the pages beside this file.
app.route('/', pages(shop, { config, root: import.meta.dirname }));

/** Error codes of a machine without IPv6; there browsers take localhost for 127.0.0.1. */
const withoutIpv6 = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'];

const servers = ['127.0.0.1', '::1'].map((hostname) => {
  const server = serve({ fetch: app.fetch, port: config.port, hostname });
  return server.on('error', (error: NodeJS.ErrnoException) => {
    if (!withoutIpv6.includes(error.code ?? '')) throw error;
  });
});
/** Time for open requests. A connection that a browser opened in advance, without a request, would delay the stop for a minute. */
const LAST_ANSWERS_MS = 2000;

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const server of servers) server.close();
    setTimeout(() => {
      for (const server of servers) if ('closeAllConnections' in server) server.closeAllConnections();
    }, LAST_ANSWERS_MS).unref();
  });
}
