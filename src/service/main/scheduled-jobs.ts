import { pruneAnswers } from '../api/idempotency/stored-answers.ts';
import { pruneCounts } from '../base/limits/stored-counts.ts';
import { prunePauses } from '../callbacks/callback-pauses.ts';
import { recordBrokenSeals } from '../operators/audit/record-broken-seals.ts';
import { sealActs } from '../operators/audit/seal-acts.ts';
import { applyNotifications } from '../payments/asking/apply-notifications.ts';
import { eraseQuestions, resolveAttempts } from '../payments/asking/resolve-attempts.ts';
import { sweep } from '../payments/asking/sweep.ts';
import { pruneEvents } from '../shoppers/session-events/stored-events.ts';
import { pruneCardAttempts } from '../vault/card-attempts.ts';
import { pruneEnvelopes } from '../vault/decrypt-card.ts';
import { eraseCodes, pruneTokens } from '../vault/prune-tokens.ts';
import { eraseEndedCards } from '../vault/saved-cards/erase-ended-cards.ts';
import type { ScheduledJob } from './scheduler.ts';

const sweepPayments = { name: 'sweep payments', run: sweep };
const resolve = { name: 'resolve attempts', run: resolveAttempts };

/** These may wait for an acquirer, so that each runs beside all other jobs. */
export const askingJobs: readonly ScheduledJob[] = [sweepPayments, resolve];

/**
 * Jobs that need nothing but the runtime; `main.ts` adds those that need settings or keys. Run one by one, the order matters: one
 * may cause the next.
 */
export const scheduledJobs: readonly ScheduledJob[] = [
  sweepPayments,
  { name: 'apply notifications', run: applyNotifications },
  { name: 'erase questions', run: eraseQuestions },
  resolve,
  { name: 'erase ended cards', run: eraseEndedCards },
  { name: 'erase security codes', run: eraseCodes },
  { name: 'prune card tokens', run: pruneTokens },
  { name: 'tell of broken seals', run: recordBrokenSeals },
  { name: 'seal the audit log', run: sealActs },
  { name: 'prune stored answers', run: pruneAnswers },
  { name: 'prune session events', run: pruneEvents },
  { name: 'prune card attempts', run: pruneCardAttempts },
  { name: 'prune counts', run: pruneCounts },
  { name: 'prune card envelopes', run: pruneEnvelopes },
  { name: 'prune callback pauses', run: prunePauses },
  { name: 'renew vault keys', run: (context) => context.keys.vault.renew(context) },
];
