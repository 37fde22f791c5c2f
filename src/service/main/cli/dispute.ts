import { Argument, type Command } from 'commander';
import { DisputeAnswer } from '../../../contract/admin/disputes.ts';
import { PaymentsAnswer } from '../../../contract/admin/payments.ts';
import type { Reversal } from '../../../contract/billing/callback.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import type { Choose, CommandIo } from './task.ts';

/** What the acquirer does, and what the payment's callback tells of it. */
const EVENTS: Readonly<Record<string, Reversal>> = {
  open: 'CHARGEBACK_OPENED',
  won: 'CHARGEBACK_WON',
  lost: 'CHARGEBACK_LOST',
  'capture-failed': 'CAPTURE_REVERSED',
  'refund-failed': 'REFUND_REVERSED',
};

type Options = { readonly amount?: string; readonly json?: true };

/** A chargeback of a payment, from its opening to its end, and what fails after it had succeeded. */
export function addDispute(program: Command, choose: Choose): void {
  program
    .command('dispute')
    .description(
      'lets the simulated acquirer dispute a payment, or find that a capture or a refund did not last',
    )
    .argument('<id>', 'of a transaction or a payment')
    .addArgument(new Argument('<event>', 'what happens').choices(Object.keys(EVENTS)))
    .option('--amount <amount>', 'a part, such as 4.00 (default: all that can be meant)')
    .option('--json', 'the whole answer')
    .action((id: string, event: string, options: Options) => {
      const reversal = EVENTS[event];
      if (reversal) choose((io) => dispute(io, { id, reversal, ...options }));
    });
}

type Wanted = Options & { readonly id: string; readonly reversal: Reversal };

async function dispute(io: CommandIo, { id, reversal, amount, json }: Wanted): Promise<string> {
  const { ask } = io;
  const paymentId = await findPayment(io, id);
  const body = {
    event: reversal,
    ...(amount !== undefined && { amount }),
    // A chargeback is of the payment; what fails later is one operation.
    ...(reversal.endsWith('_REVERSED') && paymentId !== id && { transaction_id: id }),
  };
  const answer = DisputeAnswer.parse(
    await ask({ method: 'POST', path: `/api/payments/${paymentId}/disputes`, body }),
  );
  if (json) return JSON.stringify(answer, null, 2);
  const { transaction_id, payment_state, currency } = answer;
  return `${reversal}: ${answer.amount} ${currency} of ${transaction_id}; the payment is ${payment_state}`;
}

async function findPayment({ ask }: CommandIo, id: string): Promise<string> {
  const path = `/api/payments?${new URLSearchParams({ search: id })}`;
  const { payments } = PaymentsAnswer.parse(await ask({ method: 'GET', path }));
  const [payment, ...others] = payments;
  if (payment && others.length === 0) return payment.payment_id;
  const found = payment ? 'several payments' : 'no payment';
  throw new Error(`Cannot dispute '${visibleText(id)}': found ${found} of this id, expected one`);
}
