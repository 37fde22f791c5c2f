import { once } from 'node:events';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { DROP_HEADER } from './acquirer-app.ts';
import type { OpenAcquirer } from './open-acquirer.ts';

const SEND_EVERY_MS = 250;

type Address = { readonly port: number; readonly host: string };

/** The acquirer at a port, with its notifications. Port 0 takes a free one. */
export async function listen({ app, sendDue, close }: OpenAcquirer, { port, host }: Address) {
  const answer = getRequestListener(
    async (request, { incoming }) => {
      const response = await app(request);
      if (response.headers.has(DROP_HEADER)) incoming.socket?.destroy();
      return response;
    },
    { overrideGlobalObjects: false },
  );
  const server = createServer(answer);
  server.listen(port, host);
  await once(server, 'listening');
  const timer = setInterval(() => sendDue().catch(() => undefined), SEND_EVERY_MS);
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async stop() {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      close();
    },
  };
}
