import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Groups the addresses of one caller: an IPv4 address, the /64 network of an IPv6 address, or `unknown`. */
export function networkOf(text: string): string {
  // Written as the library writes it: it need not be parsed.
  if (isIPv4(text)) return text;
  if (!isAddress(text)) return 'unknown';
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const groups = address.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}

/** Whether the address is written out: the library also takes IPv4 addresses with fewer parts or another base. */
export function isAddress(text: string): boolean {
  return ipaddr.IPv6.isValid(text) || ipaddr.IPv4.isValidFourPartDecimal(text);
}
