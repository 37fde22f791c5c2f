import { randomUUID } from 'node:crypto';
import type { RequestFault } from '../../../contract/admin/requests.ts';

/** The record of a request: these values and no other, never a body, a token or a key. */
export type RecentRequest = {
  /** Counts the requests of this process from 1. */
  readonly seq: number;
  /** When it was answered. */
  readonly at: Date;
  readonly requestId: string;
  readonly method: string;
  /** The pattern that the address matched. */
  readonly route: string;
  /** Of an address that matched none: its plain words, the other parts left out (`unknownPath`). */
  readonly path?: string | undefined;
  readonly status: number;
  readonly milliseconds: number;
  /** Names of parameters that did nothing. */
  readonly ignored: readonly string[];
} & RequestAnnotations;

/** What else a request names, as its caller sent it: to be masked when shown. */
export type RequestAnnotations = {
  readonly errorCode?: string | undefined;
  readonly declineCode?: string | undefined;
  readonly accountId?: number | undefined;
  readonly merchantId?: number | undefined;
  readonly walletSessionId?: string | undefined;
  readonly transactionId?: string | undefined;
  readonly orderId?: string | undefined;
  /** The page's, of a token exchange or a frame. */
  readonly origin?: string | undefined;
  /** The fault switch that slowed or refused it. */
  readonly fault?: RequestFault | undefined;
};

/** The latest requests of this process; lost when it ends. */
export type RecentRequests = {
  /** Names this list: another process, or another start, has another. */
  readonly id: string;
  add(request: Omit<RecentRequest, 'seq'>): void;
  /** Newest first. */
  held(): readonly RecentRequest[];
  /** The newest `seq`; 0 before the first. */
  last(): number;
  /** Drops all requests. Their numbers go on. */
  forget(): void;
};

const KEPT = 1_000;

export function recentRequests(): RecentRequests {
  const ring: RecentRequest[] = [];
  let last = 0;
  return {
    id: randomUUID(),
    add(request) {
      last += 1;
      ring[last % KEPT] = { seq: last, ...request };
    },
    held: () => ring.filter((request) => request !== undefined).sort((one, other) => other.seq - one.seq),
    last: () => last,
    forget() {
      ring.length = 0;
    },
  };
}
