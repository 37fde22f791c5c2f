import { runTransaction } from '../../base/runtime/run-transaction.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import type { Claim } from '../../base/runtime/service-dependencies.ts';
import { claimWhatIsDue } from '../payment-lock.ts';
import { settleClaim } from './settle-claim.ts';

/** Does a payment's due work, with the questions that it asks: each step in a transaction of its own. */
export async function runDueWork(runtime: Runtime, paymentId: string): Promise<void> {
  let claim: Claim | undefined;
  do {
    claim = await runTransaction(runtime, (core) => claimWhatIsDue(core, paymentId));
    if (claim) await settleClaim(runtime, claim, { record: async () => {} });
  } while (claim);
}
