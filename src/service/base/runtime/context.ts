import type { Logger } from 'pino';
import type { View } from '../../../contract/forms/settings.ts';
import type { Database } from '../../../store/database.ts';
import type { StoreCopy } from '../../../store/store-copy.ts';
import type { Clock, StoreClock } from '../clock.ts';
import type { EgressRules } from '../egress.ts';
import type { Exposure } from '../exposure.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { MasterKey } from '../keys/master-key.ts';
import type { ServiceKeys } from '../keys/service-keys.ts';
import type { Limits } from '../limits/limits.ts';
import type { Metrics } from '../metrics.ts';
import type { FaultSwitches } from './fault-switches.ts';
import type { InProgress } from './in-progress.ts';
import type { RecentRequests } from './recent-requests.ts';
import type { RowCache } from './row-cache.ts';
import type { ServiceDependencies } from './service-dependencies.ts';
import type { SessionStreams } from './session-streams.ts';
import type { Tracing } from './tracing.ts';

/** What every verb gets, built once in main.ts. */
export type ServiceContext = ServiceDependencies & {
  readonly db: Database;
  readonly clock: Clock;
  /** How many seconds this machine's own clock is ahead of the store's real time. */
  machineAheadSeconds(): number;
  readonly masterKey: MasterKey;
  readonly keys: ServiceKeys;
  /** Public address of the service, without a trailing slash. */
  readonly baseUrl: string;
  /** Public address of the simulated issuer, without a trailing slash. */
  readonly issuerUrl: string;
  readonly exposure: Exposure;
  readonly log: Logger;
  readonly inProgress: InProgress;
  readonly streams: SessionStreams;
  readonly egress: EgressRules;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  readonly requests: RecentRequests;
  readonly rowCache: RowCache;
  readonly faults: FaultSwitches;
  /** Runs `effect` once what is being written is committed; at once where no commit is waited for. */
  afterCommit(effect: () => void): void;
  /** Aborted once this process is to end. */
  readonly stopping: AbortSignal;
  readonly limits: Limits;
  /** For how many days the answer to a start that names its own transaction is kept. */
  readonly answerDays: number;
  /** How many proxies before the service add the caller's address to `X-Forwarded-For`. */
  readonly trustedProxies: number;
};

/** The service as its admin API needs it: with a clock that can be moved, and keys that can be rotated. */
export type AdminContext = ServiceContext & {
  readonly clock: StoreClock;
  readonly keyring: Keyring;
  /** Default: the store cannot be copied, as one in memory. */
  readonly storeCopy?: StoreCopy;
};

/** A merchant's backend, known by its secret key. */
export type MerchantCaller = { readonly accountId: number };

/** A wallet frame, known by its access token. */
export type WalletCaller = {
  readonly accountId: number;
  readonly userId: number;
  readonly isGuest: boolean;
  readonly walletSessionId: string;
  /** The one view that its refresh token was made for; null for both views. */
  readonly view: View | null;
  /** The one merchant that its refresh token was made for; null for each that pages may name. */
  readonly merchantId: number | null;
};

/** A wallet caller whose token may end while its request waits. `refreshTokenId`: the token that opened its session. */
export type WaitingCaller = WalletCaller & {
  readonly tokenExpiresAt: Date;
  readonly refreshTokenId: number;
  readonly refreshTokenExpiresAt: Date;
};
