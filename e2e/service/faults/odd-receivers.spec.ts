import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, test } from '@playwright/test';
import { askAdmin } from '../../support/stack/admin-client.ts';
import { valueAt } from '../../support/stack/service-client.ts';
import { send, start, withParameters } from './merchant.ts';
import { startServices, stores, tagOf } from './stores.ts';

const RECEIVERS = 8;
const EACH = 4;
const EXIT_MS = 6_000;

/** What each says to whatever it is sent; it closes nothing. */
const odd = {
  'upgrade the connection': 'HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  'never answer': '',
  'never end their headers': 'HTTP/1.1 200 OK\r\nX-A: ',
};

for (const store of stores) {
  for (const [what, words] of Object.entries(odd)) {
    test(`S79: on ${store} receivers that ${what} hold up neither a test, nor a stop`, {
      tag: words === odd['upgrade the connection'] ? tagOf(store) : '@prove',
    }, async () => {
      test.setTimeout(120_000);
      const receivers = await Promise.all(Array.from({ length: RECEIVERS }, () => openOdd(words)));
      const services = await startServices(store);
      try {
        const [service] = services.processes;
        if (!service) throw new Error('no process');
        for (const callback_url of receivers.flatMap(({ url }) => Array(EACH).fill(url))) {
          const sale = withParameters(start('SALE', '12.34'), { callback_url });
          expect((await send(service.url, sale)).status).toBe(200);
        }
        const told = () => receivers.reduce((sum, { connections }) => sum + connections(), 0);
        await expect.poll(told, { timeout: 20_000 }).toBeGreaterThanOrEqual(20);
        // It may still wait when the service stops.
        const trying = askAdmin(service.inspectorUrl, '/api/callbacks/test', {
          account_id: 1,
          url: receivers[0]?.url,
        }).catch(() => undefined);
        await expect.poll(told).toBeGreaterThanOrEqual(21);
        const began = performance.now();
        await service.stop('SIGTERM');
        expect(performance.now() - began).toBeLessThan(EXIT_MS);
        const tried = await trying;
        if (tried !== undefined) expect(valueAt(tried, 'answer_status')).toBe(null);
        // Whoever still held the data directory would keep it from starting.
        await service.start();
        expect((await send(service.url, start('SALE', '12.34'))).status).toBe(200);
      } finally {
        await services.stop();
        for (const receiver of receivers) receiver.close();
      }
    });
  }
}

async function openOdd(words: string) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('data', () => socket.write(words));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Cannot receive: found no port');
  return {
    url: `http://127.0.0.1:${address.port}/callback`,
    connections: () => sockets.size,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
