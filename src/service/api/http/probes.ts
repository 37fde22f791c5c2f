/** What balancers and supervisors ask every second. They may ask any name of the service, or none. */
export const PROBES: readonly string[] = ['/healthz', '/readyz'];
