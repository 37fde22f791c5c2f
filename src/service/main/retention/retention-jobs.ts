import type { ServiceContext } from '../../base/runtime/context.ts';
import { LONGEST_GUEST_SECONDS } from '../../shoppers/sessions/create-refresh-token.ts';
import { pruneGuests } from './prune-guests.ts';
import { prunePayments } from './prune-payments.ts';

const DAY_MS = 86_400_000;

/** Work for the scheduler. */
type RetentionJob = { readonly name: string; run(context: ServiceContext): Promise<void> };

/** What ends what nobody paid for, after some days. Payments go first: guests wait for theirs. */
export function retentionJobs(days: number): readonly RetentionJob[] {
  const before = ({ clock }: ServiceContext) => clock.now().getTime() - days * DAY_MS;
  return [
    {
      name: 'prune payments that came to nothing',
      run: (context) => prunePayments(context.db, new Date(before(context))),
    },
    {
      name: 'prune guests',
      // All that a guest began is as old by then.
      run: (context) => pruneGuests(context.db, new Date(before(context) - LONGEST_GUEST_SECONDS * 1000)),
    },
  ];
}
