const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether an address is this machine's own. */
export function isLoopback(address: string): boolean {
  return loopbackHosts.has(new URL(address).hostname);
}
