import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { EgressRules } from '../../base/egress.ts';
import { hostOf, portOf } from '../../base/url-parts.ts';
import { isLocalhostName } from './name-lookup.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Addresses where clouds give credentials to their machines: AWS, Alibaba, Azure, Oracle, GCP, Akamai, Scaleway. */
const PLATFORM = ranges([
  '169.254.0.0/16',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd00:ec2::/32',
  'fd20:ce::/32',
  'fd00:42::/32',
  'fd00:c1::/32',
  'fd00:a9fe:a9fe::/48',
  'fd00:100::/32',
]);
/** Never a receiver: unassigned, multicast and documentation addresses, and wrapped IPv4 addresses. */
const FORBIDDEN = ranges([
  '0.0.0.0/8',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]);
/** This machine and its network. */
const LOCAL = ranges([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '::1/128',
  'fc00::/7',
]);
const LOOPBACK = ranges(['127.0.0.0/8', '::1/128']);
/**
 * An IPv6 address that is neither listed here nor local is no receiver: NAT64, compatible, link-local, site-local,
 * multicast …
 */
const REACHABLE_IPV6 = ranges(['2000::/3']);

type Destination = { readonly port: number; readonly rules: EgressRules };

/** What is wrong with a URL regardless of DNS, and what is expected instead. */
export type UrlError = {
  readonly kind: 'invalid' | 'forbidden';
  readonly found: string;
  readonly expected: string;
};

const NEVER = urlForbidden('to an address that is never a receiver', 'that of your own receiver');
const OWN_PORT = urlForbidden('to a port of the service itself', 'that of your own receiver');
const PRIVATE = urlForbidden('to an address of a private network', 'a public one');

/** Undefined where nothing forbids a connection to `address`. */
export function addressError(address: string, { port, rules }: Destination): UrlError | undefined {
  if (!ipaddr.isValid(address)) return NEVER;
  // Unwraps an IPv4 address that is mapped into IPv6.
  const found = ipaddr.process(address);
  if (isIn(PLATFORM, found) || isIn(FORBIDDEN, found) || isIsatap(found)) return NEVER;
  if (isIn(LOOPBACK, found) && rules.ownPorts.includes(port)) return OWN_PORT;
  if (isIn(LOCAL, found)) return rules.profile === 'sandbox' ? undefined : PRIVATE;
  return found.kind() === 'ipv4' || isIn(REACHABLE_IPV6, found) ? undefined : NEVER;
}

/** ISATAP wraps an IPv4 address under any prefix: RFC 5214, 6.1. */
function isIsatap(address: Address): boolean {
  if (!(address instanceof ipaddr.IPv6)) return false;
  const [, , , , flags = 0, kind] = address.parts;
  return (flags | 0x200) === 0x200 && kind === 0x5efe;
}

const MAX_URL_LENGTH = 2048;

export function urlError(text: string, rules: EgressRules): UrlError | undefined {
  const scheme = rules.profile === 'public' ? 'https' : 'http or https';
  if (text.length > MAX_URL_LENGTH) {
    return urlInvalid(`longer than ${MAX_URL_LENGTH} characters`, 'a shorter one');
  }
  // The parser would silently drop some of these characters.
  if (/[^\x21-\uffff]/.test(text) || !URL.canParse(text)) {
    return urlInvalid('no URL', `an absolute one of scheme ${scheme}`);
  }
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return urlInvalid(`of scheme '${url.protocol}'`, scheme);
  }
  if (url.username !== '' || url.password !== '') {
    return urlInvalid('with credentials', 'one without user name and password');
  }
  if (url.protocol === 'http:' && rules.profile === 'public') return urlForbidden('without TLS', 'https');
  const port = portOf(url);
  if (port !== 80 && port !== 443 && port < 1024) {
    return urlForbidden(`to port ${port}`, 'port 80, 443 or one from 1024 to 65535');
  }
  const host = hostOf(url);
  return isIP(host) === 0 ? nameError(host, { port, rules }) : addressError(host, { port, rules });
}

/** Judges names of localhost. Other names are judged by what they resolve to. */
function nameError(name: string, { port, rules }: Destination): UrlError | undefined {
  if (!isLocalhostName(name)) return undefined;
  if (rules.ownPorts.includes(port)) return OWN_PORT;
  return rules.profile === 'sandbox' ? undefined : PRIVATE;
}

type Range = readonly [Address, number];

function ranges(subnets: readonly string[]): readonly Range[] {
  return subnets.map((subnet) => ipaddr.parseCIDR(subnet));
}

function isIn(list: readonly Range[], address: Address): boolean {
  return list.some(([start, bits]) => start.kind() === address.kind() && address.match(start, bits));
}

function urlInvalid(found: string, expected: string): UrlError {
  return { kind: 'invalid', found, expected };
}

function urlForbidden(found: string, expected: string): UrlError {
  return { kind: 'forbidden', found, expected };
}
