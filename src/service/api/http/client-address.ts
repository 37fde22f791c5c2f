import { isAddress, networkOf, networksOf } from '../../base/limits/network-of.ts';
import type { AppContext } from './app-env.ts';
import { nodeBindings } from './node-bindings.ts';

const WARN_AGAIN_MS = 3_600_000;

/**
 * The caller's address: the connection's, or behind trusted proxies the entry that the outermost of them added, counted
 * from the end. A client can forge the entries before it. Empty without a socket.
 */
export function clientAddress(c: AppContext): string {
  const {
    config: { trustedProxies },
  } = c.get('service');
  const peer = nodeBindings(c).incoming?.socket.remoteAddress ?? '';
  const address = (trustedProxies > 0 && forwardedFor(c, trustedProxies)) || peer;
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** The network that limits by address count the caller as. */
export const clientNetwork = (c: AppContext) => networkOf(clientAddress(c));

/** The same and the networks around it, the narrowest first. */
export const clientNetworks = (c: AppContext) => networksOf(clientAddress(c));

function forwardedFor(c: AppContext, trustedProxies: number): string | undefined {
  const entry = (c.req.header('X-Forwarded-For') ?? '').split(',').at(-trustedProxies);
  return entry === undefined ? undefined : addressIn(entry.trim());
}

/** Some proxies add a port, brackets or quotes. Undefined where there is no address. */
function addressIn(part: string): string | undefined {
  const bare = part.replace(/^"(.*)"$/, '$1');
  const address = /^\[([^\]]+)\](?::\d+)?$/.exec(bare)?.[1] ?? /^([\d.]+):\d+$/.exec(bare)?.[1] ?? bare;
  return isAddress(address) ? address : undefined;
}

/**
 * Warns once an hour of a likely mistake: a proxy adds addresses but is not trusted, so everybody counts as that proxy.
 */
export function warnOfUntrustedProxy() {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return (c: AppContext) => {
    const {
      log,
      config: { trustedProxies },
    } = c.get('service');
    if (trustedProxies > 0 || c.req.header('X-Forwarded-For') === undefined) return;
    const now = performance.now();
    if (now - warnedAt < WARN_AGAIN_MS) return;
    warnedAt = now;
    log.warn(
      'requests come with X-Forwarded-For, but no proxy is trusted: limits by address count everybody behind a proxy as one; set TRUSTED_PROXIES if one is yours',
    );
  };
}
