import { isIPv6 } from 'node:net';

const EVERYWHERE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/**
 * Where this process reaches the service that it runs: where that listens, and not by its public name. The way round may need a
 * name, a route and a certificate authority that only browsers have.
 */
export function ownAddress({ host, port }: { readonly host: string; readonly port: number }): string {
  const own = EVERYWHERE[host] ?? host;
  return `http://${isIPv6(own) ? `[${own}]` : own}:${port}`;
}
