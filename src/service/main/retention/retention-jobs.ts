import type { Runtime } from '../../base/runtime/runtime.ts';
import { LONGEST_GUEST_SECONDS } from '../../shoppers/sessions/create-refresh-token.ts';
import { pruneGuests } from './prune-guests.ts';
import { prunePayments } from './prune-payments.ts';

const DAY_MS = 86_400_000;

/** Work for the scheduler. */
type RetentionJob = { readonly name: string; run(runtime: Runtime): Promise<void> };

/** Jobs that delete, after some days, guests' failed payments, then the guests. */
export function retentionJobs(days: number): readonly RetentionJob[] {
  const before = ({ clock }: Runtime) => clock.now().getTime() - days * DAY_MS;
  return [
    {
      name: 'prune payments that came to nothing',
      run: (runtime) => prunePayments(runtime, new Date(before(runtime))),
    },
    {
      name: 'prune guests',
      // A guest may start something until the last token ends: that much later all of it is old enough.
      run: (runtime) => pruneGuests(runtime, new Date(before(runtime) - LONGEST_GUEST_SECONDS * 1000)),
    },
  ];
}
