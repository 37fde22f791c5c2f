import type { Reconciliation, AccountTotals as Totals } from '../../../contract/admin/reconciliation.ts';
import { moneyText } from '../../format/money.ts';
import { type Column, Table } from '../../ui/Table.tsx';

/** A row of the table; `account` is null for the sum over several. */
type Row = Omit<Totals, 'merchant_account'> & { readonly account: string | null };

const isZero = (amount: string) => Number(amount) === 0;

const sum = (name: 'fees' | 'payouts' | 'later_events', head: string): Column<Row> => ({
  head,
  kind: 'end',
  cell: (row) => <Money amount={row[name]} currency={row.currency} isQuiet />,
});

const columns: readonly Column<Row>[] = [
  {
    head: 'Account',
    cell: ({ account, currency }) => (
      <span>
        {account ?? <strong>All</strong>} <span class="muted">{currency}</span>
      </span>
    ),
  },
  {
    head: 'Ours',
    kind: 'end',
    cell: ({ ours, currency, in_other_reports: elsewhere }) => (
      <span>
        <Money amount={ours} currency={currency} />
        {!isZero(elsewhere) && (
          <span class="under">{moneyText(elsewhere, currency)} is in other days’ reports</span>
        )}
      </span>
    ),
  },
  {
    head: 'Theirs',
    kind: 'end',
    cell: ({ theirs, currency, of_other_days: others }) => (
      <span>
        <Money amount={theirs} currency={currency} />
        {!isZero(others) && <span class="under">{moneyText(others, currency)} is of other days</span>}
      </span>
    ),
  },
  {
    head: 'Difference',
    kind: 'end',
    cell: ({ differences, currency }) =>
      isZero(differences) ? (
        <span class="muted">none</span>
      ) : (
        <strong class="amount differs">
          {differences.startsWith('-') ? '' : '+'}
          {moneyText(differences, currency)}
        </strong>
      ),
  },
  sum('fees', 'Fees'),
  sum('payouts', 'Paid out'),
  sum('later_events', 'Other lines'),
];

type MoneyProps = { readonly amount: string; readonly currency: string; readonly isQuiet?: boolean };

/** `isQuiet`: zero is a dash. */
const Money = ({ amount, currency, isQuiet = false }: MoneyProps) => (
  <span class="amount">{isQuiet && isZero(amount) ? '–' : moneyText(amount, currency)}</span>
);

/** What each merchant account comes to by currency, theirs beside ours. */
export function AccountTotals({ result }: { readonly result: Reconciliation }) {
  const rows = rowsOf(result);
  if (rows.length === 0) return <p class="muted">Neither side has moved money on this day.</p>;
  return (
    <Table
      label={`Totals of ${result.processor}`}
      isStacked
      columns={columns}
      rows={rows}
      keyOf={({ account, currency }) => `${currency} ${account}`}
    />
  );
}

/** Each currency's accounts, with their sum below where there are several. */
function rowsOf({ totals, account_totals }: Reconciliation): readonly Row[] {
  return totals.flatMap((all) => {
    const accounts = account_totals.filter(({ currency }) => currency === all.currency);
    const rows = accounts.map(({ merchant_account: account, ...sums }) => ({ account, ...sums }));
    return accounts.length === 1 ? rows : [...rows, { account: null, ...all }];
  });
}
