import type { AppContext } from './app-env.ts';
import { nodeBindings } from './node-bindings.ts';

/**
 * The address that asks: of the connection; behind proxies of ours what the outermost of them wrote down, so many
 * from the end: what stands before that anybody could have written. Empty without a socket.
 */
export function clientAddress(c: AppContext): string {
  const { trustedProxies } = c.var.service;
  const peer = nodeBindings(c).incoming?.socket.remoteAddress ?? '';
  const forwarded = (c.req.header('X-Forwarded-For') ?? '').split(',').map((part) => part.trim());
  const address = (trustedProxies > 0 && forwarded.at(-trustedProxies)) || peer;
  return address.replace(/^::ffff:/, '');
}
