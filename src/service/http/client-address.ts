import { isAddress, networkOf } from '../limits/network-of.ts';
import type { AppContext } from './app-env.ts';
import { nodeBindings } from './node-bindings.ts';

const WARN_AGAIN_MS = 3_600_000;

/**
 * The address that asks: of the connection; behind proxies of ours what the outermost of them wrote down, so many
 * from the end: what stands before that anybody could have written. Empty without a socket.
 */
export function clientAddress(c: AppContext): string {
  const { trustedProxies } = c.var.service;
  const peer = nodeBindings(c).incoming?.socket.remoteAddress ?? '';
  const forwarded = (c.req.header('X-Forwarded-For') ?? '').split(',').map((part) => addressIn(part.trim()));
  const address = (trustedProxies > 0 && forwarded.at(-trustedProxies)) || peer;
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** What limits by address count it as. */
export const clientNetwork = (c: AppContext) => networkOf(clientAddress(c));

/** Some proxies write the port too, brackets or quotes; undefined where no address is written. */
function addressIn(part: string): string | undefined {
  const bare = part.replace(/^"(.*)"$/, '$1');
  const found = /^\[([^\]]+)\](?::\d+)?$/.exec(bare)?.[1] ?? /^([\d.]+):\d+$/.exec(bare)?.[1] ?? bare;
  return isAddress(found) ? found : undefined;
}

/** Says once an hour what is likely a mistake: addresses come from a proxy, and everybody counts as that proxy. */
export function warnOfUntrustedProxy() {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return (c: AppContext) => {
    const { trustedProxies, log } = c.var.service;
    if (trustedProxies > 0 || c.req.header('X-Forwarded-For') === undefined) return;
    const now = performance.now();
    if (now - warnedAt < WARN_AGAIN_MS) return;
    warnedAt = now;
    log.warn(
      'requests come with X-Forwarded-For, but no proxy is trusted: limits by address count everybody behind a proxy as one; set TRUSTED_PROXIES if one is yours',
    );
  };
}
