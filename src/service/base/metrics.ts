import type { CallbackRow } from '../tables/callbacks.ts';
import type { ChallengeRow } from '../tables/challenges.ts';

/** What a row that has a seal is of. */
export const SEALED_THINGS = ['card', 'card token', 'payment', 'refresh token', 'stored answer'] as const;

export type SealedThing = (typeof SEALED_THINGS)[number];

/** What one answer adds; `route` is the pattern, so that no id gets into a label. */
export type AnsweredRequest = {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  /** Why it was refused. */
  readonly errorCode?: string | undefined;
  readonly declineCode?: string | undefined;
};

/** What a billing came to, in the words of its answer. */
type BilledRequest = { readonly method: string; readonly status: string };

export type Metrics = {
  /** Counts a request as open until what it returns is called. */
  begin(): (request: AnsweredRequest) => void;
  /** Counts a billing by its method and what it came to. */
  billed(billing: BilledRequest): void;
  /** Counts a challenge by the end that counts. */
  challengeEnded(status: ChallengeRow['status']): void;
  /** Counts an attempt to deliver a callback by what became of the callback. */
  callbackAttempted(status: CallbackRow['status']): void;
  /** Counts a row that was changed past the service, by what it is of. */
  sealBroken(of: SealedThing): void;
  /** The metrics in Prometheus's text format. */
  text(): Promise<string>;
};
