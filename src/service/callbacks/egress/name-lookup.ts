import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { NameLookup } from '../../base/egress.ts';

type NameSources = {
  /** Name servers, as `Resolver.setServers` takes them. Default: those of the system. */
  readonly servers?: readonly string[];
  /** Default: that of the system. */
  readonly hostsFile?: string;
  /** Names the search domains. Default: that of the system. */
  readonly resolverFile?: string;
};

const WINDOWS_HOSTS = 'C:\\Windows\\System32\\drivers\\etc\\hosts';
const HOSTS_FILE = process.platform === 'win32' ? WINDOWS_HOSTS : '/etc/hosts';
const RESOLVER_FILE = '/etc/resolv.conf';
/** Milliseconds before a query is repeated, doubled each time. A server that answers only A leaves time to connect. */
const ASKING = { timeout: 500, tries: 3 };
const LOOPBACK: readonly string[] = ['127.0.0.1', '::1'];

/**
 * Looks names up in the hosts file, then at the name servers. The system's own lookup waits in one of a few threads that
 * all share, and nothing ends it before the name's server does. Rule: callbacks/names.
 */
export function nameLookup(sources: NameSources = {}): NameLookup {
  const { servers, hostsFile = HOSTS_FILE, resolverFile = RESOLVER_FILE } = sources;
  return async (host, signal) => {
    const name = host.toLowerCase().replace(/\.$/, '');
    const hostsAddresses = addressesInHosts(readText(hostsFile), name);
    if (hostsAddresses.length > 0) return withFamilies(hostsAddresses);
    if (isLocalhostName(name)) return withFamilies(LOOPBACK);
    const domains = host.endsWith('.') ? [] : searchDomains(readText(resolverFile));
    for (const full of [name, ...domains.map((domain) => `${name}.${domain}`)]) {
      const found = signal.aborted ? [] : await ask(full, { servers, signal });
      if (found.length > 0) return withFamilies(found);
    }
    return [];
  };
}

/** Names that are always this machine: RFC 6761, 6.3. */
export function isLocalhostName(name: string): boolean {
  return /(^|\.)localhost\.?$/.test(name);
}

type LookupOptions = { readonly servers: readonly string[] | undefined; readonly signal: AbortSignal };

async function ask(name: string, { servers, signal }: LookupOptions): Promise<string[]> {
  // One for each name: `cancel` ends all queries of a resolver.
  const resolver = new Resolver(ASKING);
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel);
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  signal.removeEventListener('abort', cancel);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}

/** Read at each lookup, because it may change, and at once: reading in turn would need one of the threads, too. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function addressesInHosts(text: string, name: string): string[] {
  const lower = text.toLowerCase();
  // Some machines list a hundred thousand names.
  if (!lower.includes(name)) return [];
  return lower.split('\n').flatMap((line) => {
    const [entry = ''] = line.split('#');
    const [address = '', ...names] = entry.trim().split(/\s+/);
    return names.includes(name) && isIP(address) !== 0 ? [address] : [];
  });
}

/** By which the system completes names that are not found, such as those of a cluster's services. */
function searchDomains(text: string): string[] {
  const lists = Array.from(text.matchAll(/^(?:search|domain)[ \t]+(.+)$/gm), ([, list = '']) => list);
  return (lists.at(-1) ?? '').split(/\s+/).filter((domain) => domain !== '');
}

function withFamilies(addresses: readonly string[]): LookupAddress[] {
  return addresses
    .map((address) => ({ address, family: isIP(address) }))
    .sort((one, other) => one.family - other.family);
}
