import { isIP } from 'node:net';
import { createMiddleware } from 'hono/factory';
import ipaddr from 'ipaddr.js';
import { isLoopback } from '../loopback.ts';
import { ServiceError } from '../service-error.ts';
import type { AppContext, AppEnv } from './app-env.ts';
import { nodeBindings } from './node-bindings.ts';

/**
 * Refuses a request that was meant for another host: a page of a name that was made to resolve here would be of one origin
 * with the service. By its address anybody may call it, and by the names of this machine who is on it.
 */
export function refuseOtherHosts(publicAddress: string) {
  const { host: own } = new URL(publicAddress);
  return createMiddleware<AppEnv>(async (c, next) => {
    const host = c.req.header('Host');
    if (host === undefined || host.toLowerCase() === own || isOfConnection(c, host)) return next();
    throw new ServiceError(
      'host_unknown',
      `Cannot take the request: its Host is not this service's, expected ${own}`,
    );
  });
}

/** The port may be that of a forward in between. */
function isOfConnection(c: AppContext, host: string): boolean {
  const local = nodeBindings(c).incoming?.socket.localAddress;
  if (local === undefined || !URL.canParse(`http://${host}`)) return false;
  const { hostname, origin } = new URL(`http://${host}`);
  const address = ipaddr.process(local);
  const isOfMachine = address.range() === 'loopback' || isLoopback(c.var.service.baseUrl);
  if (isOfMachine && isLoopback(origin)) return true;
  const named = hostname.replace(/^\[|\]$/g, '');
  return isIP(named) !== 0 && ipaddr.process(named).toString() === address.toString();
}
