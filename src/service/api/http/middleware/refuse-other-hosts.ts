import { isIP } from 'node:net';
import { createMiddleware } from 'hono/factory';
import ipaddr from 'ipaddr.js';
import { isLoopback } from '../../../base/loopback.ts';
import { ServiceError } from '../../../base/service-error.ts';
import type { AppEnv } from '../app-env.ts';
import { nodeBindings } from '../node-bindings.ts';

/**
 * Refuses a request meant for another host: a page whose name was made to resolve here would share the service's
 * origin. Every client may use the service's address. Only callers on this machine may use the machine's names.
 */
export function refuseOtherHosts(publicAddress: string) {
  const { host: ownHost, hostname: ownName } = new URL(publicAddress);
  return createMiddleware<AppEnv>(async (c, next) => {
    const host = c.req.header('Host');
    // Node's server passes no request without one.
    if (host === undefined) return next();
    const name = nameOf(host);
    const local = nodeBindings(c).incoming?.socket.localAddress;
    if (name !== undefined && (name === ownName || isOfConnection(name, { local, publicAddress })))
      return next();
    throw new ServiceError(
      'host_unknown',
      `Cannot take the request: its Host is not this service's, expected ${ownHost}`,
    );
  });
}

/** Leaves out the port, which may be that of a proxy or of a forward in between. */
function nameOf(host: string): string | undefined {
  const address = `http://${host}`;
  return URL.canParse(address) ? new URL(address).hostname : undefined;
}

type Connection = { readonly local: string | undefined; readonly publicAddress: string };

function isOfConnection(name: string, { local, publicAddress }: Connection): boolean {
  if (local === undefined) return false;
  const address = ipaddr.process(local);
  const isOfMachine = address.range() === 'loopback' || isLoopback(publicAddress);
  if (isOfMachine && isLoopback(`http://${name}`)) return true;
  const literal = name.replace(/^\[|\]$/g, '');
  return isIP(literal) !== 0 && ipaddr.process(literal).toString() === address.toString();
}
