import ipaddr from 'ipaddr.js';

/** What one caller has many addresses of: an IPv4 address, the /64 network of an IPv6 address, or `unknown`. */
export function networkOf(text: string): string {
  if (!isAddress(text)) return 'unknown';
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const groups = address.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}

/** Written out: the library would also take an IPv4 address of fewer parts or another base. */
export function isAddress(text: string): boolean {
  return ipaddr.IPv6.isValid(text) || ipaddr.IPv4.isValidFourPartDecimal(text);
}
