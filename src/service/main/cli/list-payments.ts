import type { Command } from 'commander';
import { type PaymentSummary, PaymentsAnswer } from '../../../contract/admin/payments.ts';
import { TransactionsAnswer } from '../../../contract/admin/transactions.ts';
import { TransactionAnswer, type TransactionRecord } from '../../../contract/billing/transaction.ts';
import { accountOf, parseNumber, withAccount, withSecretKey } from './account-option.ts';
import { tableText } from './io/table-text.ts';
import { UsageError } from './io/usage-error.ts';
import { merchantAnswer } from './merchant-call.ts';
import type { Choose, CommandIo } from './task.ts';

type Search = {
  readonly search?: string;
  readonly limit: number;
  readonly account?: number;
  readonly order?: string;
  readonly transaction?: string;
  readonly state?: string;
  readonly secretKey: string;
  readonly json?: true;
};

export function addPayments(program: Command, choose: Choose): void {
  const command = program
    .command('payments')
    .description(
      'shows the transactions of an order, newest first, one transaction, or the payments that a search finds',
    )
    .option('--order <id>', 'of the shop')
    .option('--transaction <id>', 'one alone, looked up with the secret key')
    .option('--search <text>', 'an order, transaction or payment id, last four digits, or a user of the shop')
    .option('--limit <number>', 'at most so many payments of a search', parseNumber, 50)
    .option('--state <state>', 'those of a payment in this state, such as CAPTURED')
    .option('--json', 'whole records');
  withSecretKey(withAccount(command)).action((search: Search) => {
    const criteria = [search.order, search.transaction, search.search].filter((one) => one !== undefined);
    if (criteria.length !== 1)
      throw new UsageError(
        'Cannot list payments: expected --order <id>, --transaction <id> or --search <text>',
      );
    choose(async (io) =>
      search.search === undefined
        ? transactionsText(await find(io, search), search)
        : paymentsText(await findPayments(io, search), search),
    );
  });
}

async function find(io: CommandIo, { account, order, transaction, secretKey }: Search) {
  if (order !== undefined) return ofOrder(io, { order, account: await accountOf(io, account) });
  const path = `/wallet/api/v1/transactions/${encodeURIComponent(transaction ?? '')}`;
  const { body } = await merchantAnswer(io, { path, secretKey });
  return [TransactionAnswer.parse(body).transaction];
}

/** Of all accounts, unless one is named. */
async function findPayments({ ask }: CommandIo, { search = '', account, state, limit }: Search) {
  const payments: PaymentSummary[] = [];
  const query = new URLSearchParams({ search });
  if (account !== undefined) query.set('account_id', `${account}`);
  if (state !== undefined) query.set('state', state);
  for (let before: string | null | undefined; before !== null && payments.length < limit; ) {
    if (before !== undefined) query.set('before', before);
    const page = PaymentsAnswer.parse(await ask({ method: 'GET', path: `/api/payments?${query}` }));
    payments.push(...page.payments);
    before = page.next;
  }
  return payments.slice(0, limit);
}

function paymentsText(payments: readonly PaymentSummary[], { json }: Search): string {
  if (json) return JSON.stringify(payments, null, 2);
  if (payments.length === 0) return 'No payment found';
  const rows = payments.map((payment) => [
    payment.created_at,
    payment.transaction_id,
    payment.method,
    payment.state,
    `${payment.amount} ${payment.currency}`,
    payment.provider ?? `${payment.brand} ${payment.last4}`,
    payment.order_id,
  ]);
  return tableText([
    ['AT (UTC)', 'TRANSACTION', 'METHOD', 'PAYMENT', 'AMOUNT', 'PAID WITH', 'ORDER'],
    ...rows,
  ]);
}

async function ofOrder({ ask }: CommandIo, { order, account }: { order: string; account: number }) {
  const records: TransactionRecord[] = [];
  for (let before: number | null | undefined; before !== null; ) {
    const query = new URLSearchParams({ account_id: `${account}`, order_id: order });
    if (before !== undefined) query.set('before', `${before}`);
    const page = TransactionsAnswer.parse(await ask({ method: 'GET', path: `/api/transactions?${query}` }));
    records.push(...page.transactions);
    before = page.next;
  }
  return records;
}

function transactionsText(records: readonly TransactionRecord[], { state, json }: Search): string {
  const matches = records.filter(({ sandbox }) => state === undefined || sandbox.payment_state === state);
  if (json) return JSON.stringify(matches, null, 2);
  if (matches.length === 0) return 'No transaction found';
  const rows = matches.map((record) => [
    record.created_at,
    record.transaction_id,
    record.method,
    record.status,
    record.sandbox.payment_state,
    `${record.amount.toFixed(2)} ${record.currency}`,
    record.order_id,
  ]);
  return tableText([['AT (UTC)', 'TRANSACTION', 'METHOD', 'STATUS', 'PAYMENT', 'AMOUNT', 'ORDER'], ...rows]);
}
