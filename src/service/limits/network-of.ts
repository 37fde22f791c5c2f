import { isIPv4, isIPv6 } from 'node:net';

/** What one caller has many addresses of: an IPv4 address, the /64 network of an IPv6 address, or `unknown`. */
export function networkOf(text: string): string {
  const address = text.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*/s, '');
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return 'unknown';
  const [before = [], after] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = after === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...(after ?? [])];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
