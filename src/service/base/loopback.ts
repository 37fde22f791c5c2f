import { isIPv6 } from 'node:net';

const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether an address is this machine's own; browsers and RFC 6761 resolve `*.localhost` there too. */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return loopbackHosts.has(hostname) || hostname.endsWith('.localhost');
}

/** Whether only this machine reaches what listens on the IP address. */
export function isLoopbackIp(address: string): boolean {
  return isIPv6(address) ? isLoopback(`http://[${address}]`) : address.startsWith('127.');
}
