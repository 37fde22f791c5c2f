import type { TransactionalDatabase } from '../../../store/database.ts';
import type { StoreCopy } from '../../../store/store-copy.ts';
import type { StoreClock } from '../clock.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { Log } from '../log.ts';
import type { Core } from './core.ts';
import type { FaultSwitches } from './fault-switches.ts';
import type { RecentRequests } from './recent-requests.ts';
import type { SessionStreams } from './session-streams.ts';
import type { StoreWatch } from './store-watch.ts';
import type { Tracing } from './tracing.ts';

/** What routes and jobs get of a running service: the core of their verbs, and the parts of this process. */
export type Runtime = Core & {
  readonly db: TransactionalDatabase;
  readonly log: Log;
  readonly tracing: Tracing;
  readonly streams: SessionStreams;
  readonly requests: RecentRequests;
  readonly faults: FaultSwitches;
  /** By how many seconds this machine's own clock is ahead of the store's real time. */
  machineAheadSeconds(): number;
  /** Rejects unless a payment could be stored now. */
  requireReady(): Promise<void>;
  readonly storeWatch: StoreWatch;
  /** Aborted once balancers shall send requests elsewhere. Those that come all the same are served. */
  readonly leaving: AbortSignal;
  /** Aborted once this process is about to end. */
  readonly stopping: AbortSignal;
};

/** The runtime as the admin API has it: its clock can be moved, and its keys rotated. */
export type AdminRuntime = Runtime & {
  readonly clock: StoreClock;
  readonly keyring: Keyring;
  /** Default: the store cannot be copied, as one in memory. */
  readonly storeCopy?: StoreCopy;
};
