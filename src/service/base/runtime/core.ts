import type { Database } from '../../../store/database.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { EgressRules } from '../egress.ts';
import type { MasterKey } from '../keys/master-key.ts';
import type { ServiceKeys } from '../keys/service-keys.ts';
import type { Limits } from '../limits/request-limits.ts';
import type { Metrics } from '../metrics.ts';
import type { InProgress } from './in-progress.ts';
import type { RowCache } from './row-cache.ts';
import type { ServiceDependencies } from './service-dependencies.ts';

/** What a verb gets. Its `db` opens no transaction: routes and jobs do, by `runTransaction`. */
export type Core = {
  readonly db: Database;
  readonly clock: Clock;
  readonly masterKey: MasterKey;
  readonly keys: ServiceKeys;
  readonly config: Pick<
    Config,
    | 'baseUrl'
    | 'issuerUrl'
    | 'exposure'
    | 'answerDays'
    | 'callbackSlots'
    | 'trustedProxies'
    | 'vaultCustodians'
  >;
  readonly dependencies: ServiceDependencies;
  readonly egress: EgressRules;
  readonly limits: Limits;
  readonly rowCache: RowCache;
  readonly inProgress: InProgress;
  readonly metrics: Metrics;
  /** Runs `effect` once the transaction has committed; at once outside of a transaction. */
  afterCommit(effect: () => void): void;
};
