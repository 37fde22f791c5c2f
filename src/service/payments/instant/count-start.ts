import { RATE_LIMITS } from '../../../contract/rate-limits.ts';
import type { LimitStanding } from '../../base/limit-standing.ts';
import {
  addToCounts,
  type Counter,
  findUsedUp,
  networkCounters,
  readCounts,
} from '../../base/limits/stored-counts.ts';
import type { Core } from '../../base/runtime/core.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { WalletCaller } from '../../shoppers/sessions/wallet-caller.ts';

type Starter = {
  readonly caller: WalletCaller;
  readonly address: string;
  /** Whether this attempt exists: a repetition is never refused. */
  isStarted(): Promise<boolean>;
};

/** Counts a start, as the last that its transaction writes. */
type CountStart = (core: Core) => Promise<void>;

/**
 * Refuses a start beyond the limits that the store counts, and returns what counts this one. Guests are counted by their
 * networks, because a guest's token costs nothing. Rule: requests/rate-limits.
 */
export async function openStartCount(
  core: Core,
  { caller, address, isStarted }: Starter,
): Promise<CountStart> {
  if (core.limits === 'off') return async () => {};
  const { accountId } = caller;
  const counts = await readCounts(core, { accountId, counters: countersOf(caller, address) });
  const usedUpLimit = findUsedUp(counts);
  if (usedUpLimit && !(await isStarted())) throw tooMany(usedUpLimit);
  return async (core) => {
    const exceededLimit = await addToCounts(core, counts);
    if (exceededLimit) throw tooMany(exceededLimit);
  };
}

function countersOf({ isGuest, userId }: WalletCaller, address: string): Counter[] {
  if (!isGuest) return [{ limit: 'user-starts', subject: String(userId) }];
  return [
    ...networkCounters(address, {
      address: 'address-starts',
      network: 'network-starts',
      site: 'site-starts',
    }),
    { limit: 'account-starts', subject: 'all' },
  ];
}

function tooMany(limit: LimitStanding) {
  const { seconds, counts } = RATE_LIMITS[limit.name];
  return new ServiceError(
    'rate_limited',
    `Cannot start the payment: found ${limit.quota} ${counts} within ${seconds} s, expected a pause`,
    { limit },
  );
}
