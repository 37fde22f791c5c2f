const host = '[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?';
const secure = `https://${host}(?::[0-9]{1,5})?`;
const thisMachine =
  'http://(?:[a-z0-9.-]+\\.localhost|localhost|127\\.0\\.0\\.1|\\[::1\\])(?::(?:[0-9]{1,5}|\\*))?';
const registrable = new RegExp(`^(?:${secure}|${thisMachine})$`);

/** Whether `origin` may be registered. Registered origins go into a policy header, which must hold nothing else. */
export function isRegistrable(origin: string): boolean {
  return registrable.test(origin);
}

/** Whether `origin` is one of the registered ones; `http://localhost:*` stands for any port. */
export function isRegisteredOrigin(registered: readonly string[], origin: string): boolean {
  return registered.some((pattern) => {
    if (!pattern.endsWith(':*')) return pattern === origin;
    const host = pattern.slice(0, -2);
    return origin.startsWith(host) && /^(:[0-9]{1,5})?$/.test(origin.slice(host.length));
  });
}
