import type { RequestLimits } from './request-limits.ts';

/** `off`: nothing is counted, for tests under load. */
export type Limits = 'off' | { readonly requests: RequestLimits };
