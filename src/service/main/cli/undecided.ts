import type { Command } from 'commander';
import {
  type KeptNotification,
  UndecidedAnswer,
  type UndecidedAttempt,
} from '../../../contract/admin/attempts.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { tableText } from './io/table-text.ts';
import { UsageError } from './io/usage-error.ts';
import type { Choose } from './task.ts';

type Decision = {
  readonly approved?: true;
  readonly declined?: true;
  readonly evidence: string;
  readonly reference?: string;
  readonly authcode?: string;
};

/** Questions to acquirers without an answer, and what a person found out about one. */
export function addUndecided(program: Command, choose: Choose): void {
  const undecided = program
    .command('undecided')
    .description('shows the payments of which nobody knows whether the acquirer acted, the oldest first')
    .option('--json', 'all that is known of each')
    .action(({ json }: { readonly json?: true }) =>
      choose(async ({ ask }) => {
        const answer = UndecidedAnswer.parse(await ask({ method: 'GET', path: '/api/attempts' }));
        const { attempts, notifications } = answer;
        if (json) return JSON.stringify({ attempts, notifications }, null, 2);
        return [tell(attempts), ...(notifications.length > 0 ? [tellKept(notifications)] : [])].join('\n\n');
      }),
    );
  undecided
    .command('decide')
    .description('ends one as the acquirer’s own records say; the audit log keeps the evidence')
    .argument('<key>', 'as it is listed')
    .requiredOption('--evidence <text>', 'where the acquirer says so')
    .option('--approved', 'the acquirer acted')
    .option('--declined', 'it did not, and will not')
    .option('--reference <text>', 'the acquirer’s name of the operation')
    .option('--authcode <text>', 'of an approval')
    .action((key: string, { approved, declined, evidence, reference, authcode }: Decision) => {
      if (approved === declined)
        throw new UsageError('Cannot decide: expected either --approved or --declined');
      const body = {
        outcome: approved ? 'approved' : 'declined',
        evidence,
        ...(reference !== undefined && { processor_reference: reference }),
        ...(authcode !== undefined && { authcode }),
      };
      choose(async ({ ask }) => {
        await ask({ method: 'POST', path: `/api/attempts/${encodeURIComponent(key)}/decide`, body });
        return `The payment of ${visibleText(key)} has ended`;
      });
    });
}

function tell(attempts: readonly UndecidedAttempt[]): string {
  if (attempts.length === 0) return 'Nothing is undecided';
  const rows = attempts.map((attempt) => [
    attempt.asked_at,
    attempt.key,
    attempt.transaction_id,
    attempt.method,
    `${attempt.amount} ${attempt.currency}`,
    attempt.processor,
    attempt.processor_reference ?? '',
    attempt.doubt ?? attempt.state,
    `${attempt.tries}`,
  ]);
  return tableText([
    ['ASKED (UTC)', 'KEY', 'TRANSACTION', 'METHOD', 'AMOUNT', 'ACQUIRER', 'ITS REFERENCE', 'DOUBT', 'TRIES'],
    ...rows,
  ]);
}

function tellKept(notifications: readonly KeptNotification[]): string {
  const rows = notifications.map(({ received_at, processor, merchant_account, event, id, reason }) => [
    received_at,
    processor,
    merchant_account,
    event,
    id,
    reason,
  ]);
  const head = ['NOTIFIED (UTC)', 'ACQUIRER', 'MERCHANT ACCOUNT', 'EVENT', 'ID', 'KEPT BECAUSE'];
  return tableText([head, ...rows]);
}
