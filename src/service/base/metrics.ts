import type { AlarmKind } from '../../contract/admin/page-guard.ts';
import type { CallbackRow } from '../tables/callbacks.ts';
import type { ChallengeRow } from '../tables/challenges.ts';

/** Kinds of rows that have a seal. */
export const SEALED_THINGS = ['card', 'card token', 'payment', 'refresh token', 'stored answer'] as const;

export type SealedThing = (typeof SEALED_THINGS)[number];

/** What is counted of one answer. `route` is the pattern, so that no id gets into a label. */
export type AnsweredRequest = {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  /** Why it was refused. */
  readonly errorCode?: string | undefined;
  readonly declineCode?: string | undefined;
};

/** A billing's method and status, as its answer names them. */
type BilledRequest = { readonly method: string; readonly status: string };

export type Metrics = {
  /** Counts a request as open until what it returns is called. */
  begin(): (request: AnsweredRequest) => void;
  /** Counts a billing by its method and status. */
  billed(billing: BilledRequest): void;
  /** Counts a challenge by its final status. */
  challengeEnded(status: ChallengeRow['status']): void;
  /** Counts an attempt to deliver a callback by the callback's status after it. */
  callbackAttempted(status: CallbackRow['status']): void;
  /** Counts an alarm of the page guard by its kind. */
  pageAlarmed(kind: AlarmKind): void;
  /** Counts a row that was changed past the service, by its kind. */
  sealBroken(of: SealedThing): void;
  /** The metrics in Prometheus's text format. */
  text(): Promise<string>;
};
