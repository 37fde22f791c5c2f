import type { Http2Bindings, HttpBindings } from '@hono/node-server';
import type { AppContext } from './app-env.ts';

/** The address that asks: of the connection, so a reverse proxy's where one stands between; empty without a socket. */
export function clientAddress(c: AppContext): string {
  const bindings = c.env as Partial<HttpBindings | Http2Bindings> | undefined;
  return bindings?.incoming?.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
}
