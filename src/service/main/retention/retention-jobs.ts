import type { Runtime } from '../../base/runtime/runtime.ts';
import { LONGEST_GUEST_SECONDS } from '../../shoppers/sessions/create-refresh-token.ts';
import { pruneGuests } from './prune-guests.ts';
import { prunePayments } from './prune-payments.ts';

const DAY_MS = 86_400_000;

/** Work for the scheduler. */
type RetentionJob = { readonly name: string; run(runtime: Runtime): Promise<void> };

/**
 * Jobs that delete unpaid payments and their guests, after some days. Payments first: a guest is deleted after them.
 */
export function retentionJobs(days: number): readonly RetentionJob[] {
  const before = ({ clock }: Runtime) => clock.now().getTime() - days * DAY_MS;
  return [
    {
      name: 'prune payments that came to nothing',
      run: (runtime) => prunePayments(runtime, new Date(before(runtime))),
    },
    {
      name: 'prune guests',
      // All that a guest began is as old by then.
      run: (runtime) => pruneGuests(runtime, new Date(before(runtime) - LONGEST_GUEST_SECONDS * 1000)),
    },
  ];
}
