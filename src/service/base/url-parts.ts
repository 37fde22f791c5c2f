/** The host without the brackets of an IPv6 address. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** The port, also where the address leaves out its scheme's own. */
export function portOf({ protocol, port }: URL): number {
  return Number(port) || (port === '' ? (protocol === 'https:' ? 443 : 80) : 0);
}
