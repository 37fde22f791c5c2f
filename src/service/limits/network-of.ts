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

/** Bits of the networks around a /64: what providers give one customer, or one site. */
const WIDER_IPV6 = [56, 48];

/**
 * The network that the address counts as by `networkOf`, and those around it, the narrowest first: of IPv6 its /56 and /48,
 * of IPv4 its /24.
 */
export function networksOf(text: string): readonly [string, ...string[]] {
  const network = networkOf(text);
  if (network === 'unknown') return [network];
  if (isIPv4(network)) return [network, `${network.slice(0, network.lastIndexOf('.'))}.0/24`];
  const { parts } = ipaddr.IPv6.parse(network.replace(/\/64$/, ''));
  return [network, ...WIDER_IPV6.map((bits) => `${firstGroups(parts, bits)}::/${bits}`)];
}

function firstGroups(parts: readonly number[], bits: number): string {
  const cut = parts.map((part, index) => part & (0xffff << Math.max(0, 16 * (index + 1) - bits)));
  return cut
    .slice(0, 4)
    .map((group) => (group & 0xffff).toString(16))
    .join(':');
}

/** Whether the address is written out: the library also takes IPv4 addresses with fewer parts or another base. */
export function isAddress(text: string): boolean {
  return ipaddr.IPv6.isValid(text) || ipaddr.IPv4.isValidFourPartDecimal(text);
}
