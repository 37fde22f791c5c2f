import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** In bits: a network of its own, what a provider gives a home or an office, and what it gives a site. */
const IPV6_PREFIXES = [64, 56, 48] as const;

/** Groups the addresses of one caller: an IPv4 address, the /64 network of an IPv6 address, or `unknown`. */
export function networkOf(text: string): string {
  return networksOf(text)[0];
}

/**
 * The networks that one caller may own whole, narrowest first: an IPv4 address and its /24, or the /64, /56 and /48
 * networks of an IPv6 address. All callers without an address count as one.
 */
export function networksOf(text: string): readonly [string, ...string[]] {
  // Written as the library writes it: it need not be parsed.
  if (isIPv4(text)) return ofIPv4(text);
  if (!isAddress(text)) return ['unknown'];
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return ofIPv4(address.toString());
  const [narrowest, ...wider] = IPV6_PREFIXES;
  return [ofIPv6(address, narrowest), ...wider.map((bits) => ofIPv6(address, bits))];
}

function ofIPv4(text: string): readonly [string, string] {
  return [text, `${text.slice(0, text.lastIndexOf('.'))}.0/24`];
}

function ofIPv6({ parts }: ipaddr.IPv6, bits: number): string {
  const groups = parts.slice(0, 4).map((group, index) => {
    const keptBits = Math.min(Math.max(bits - index * 16, 0), 16);
    return (group & (0xffff << (16 - keptBits))).toString(16);
  });
  return `${groups.join(':')}::/${bits}`;
}

/** Whether the address is written out: the library also takes IPv4 addresses with fewer parts or another base. */
export function isAddress(text: string): boolean {
  return ipaddr.IPv6.isValid(text) || ipaddr.IPv4.isValidFourPartDecimal(text);
}
