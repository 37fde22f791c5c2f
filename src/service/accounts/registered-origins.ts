/** Whether `origin` is one of the registered ones; `http://localhost:*` stands for any port. */
export function isRegisteredOrigin(registered: readonly string[], origin: string): boolean {
  return registered.some((pattern) => {
    if (!pattern.endsWith(':*')) return pattern === origin;
    const host = pattern.slice(0, -2);
    return origin.startsWith(host) && /^(:[0-9]{1,5})?$/.test(origin.slice(host.length));
  });
}
