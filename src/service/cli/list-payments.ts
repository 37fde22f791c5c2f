import type { Command } from 'commander';
import { TransactionsAnswer } from '../../contract/admin-api.ts';
import { TransactionAnswer, type TransactionRecord } from '../../contract/billing/transaction.ts';
import { accountOf, withAccount, withSecretKey } from './account-option.ts';
import { merchantAnswer } from './merchant-call.ts';
import { tableText } from './table-text.ts';
import type { Choose, Doors } from './task.ts';
import { UsageError } from './usage-error.ts';

type Search = {
  readonly account?: number;
  readonly order?: string;
  readonly transaction?: string;
  readonly state?: string;
  readonly secretKey: string;
  readonly json?: true;
};

/** The admin API knows the transactions of an order alone; one is what a merchant's backend looks up. */
export function addPayments(program: Command, choose: Choose): void {
  const command = program
    .command('payments')
    .description('shows the transactions of an order, newest first, or one transaction')
    .option('--order <id>', 'of the shop')
    .option('--transaction <id>', 'one alone, looked up with the secret key')
    .option('--state <state>', 'those of a payment in this state, such as CAPTURED')
    .option('--json', 'whole records');
  withSecretKey(withAccount(command)).action((search: Search) => {
    if ((search.order === undefined) === (search.transaction === undefined))
      throw new UsageError('Cannot list payments: expected --order <id> or --transaction <id>');
    choose(async (doors) => tell(await find(doors, search), search));
  });
}

async function find(doors: Doors, { account, order, transaction, secretKey }: Search) {
  if (order !== undefined) return ofOrder(doors, { order, account: await accountOf(doors, account) });
  const path = `/wallet/api/v1/transactions/${encodeURIComponent(transaction ?? '')}`;
  const { body } = await merchantAnswer(doors, { path, secretKey });
  return [TransactionAnswer.parse(body).transaction];
}

async function ofOrder({ ask }: Doors, { order, account }: { order: string; account: number }) {
  const found: TransactionRecord[] = [];
  for (let before: number | null | undefined; before !== null; ) {
    const query = new URLSearchParams({ account_id: `${account}`, order_id: order });
    if (before !== undefined) query.set('before', `${before}`);
    const page = TransactionsAnswer.parse(await ask({ method: 'GET', path: `/api/transactions?${query}` }));
    found.push(...page.transactions);
    before = page.next;
  }
  return found;
}

function tell(records: readonly TransactionRecord[], { state, json }: Search): string {
  const told = records.filter(({ sandbox }) => state === undefined || sandbox.payment_state === state);
  if (json) return JSON.stringify(told, null, 2);
  if (told.length === 0) return 'No transaction found';
  const rows = told.map((record) => [
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
