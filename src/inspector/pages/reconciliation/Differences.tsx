import type { Difference, Reconciliation } from '../../../contract/admin/reconciliation.ts';
import { moneyText } from '../../format/money.ts';
import { addressOf } from '../../state/route.ts';
import { type Column, Table } from '../../ui/Table.tsx';
import { DIFFERENCE_TITLES } from './words.ts';

const columns: readonly Column<Difference & { readonly place: number }>[] = [
  {
    head: 'Transaction',
    cell: ({ transaction_id, payment_id: id, method, status }) => (
      <span>
        {transaction_id !== null && id !== null ? (
          <a class="row-link cut" href={addressOf('payments', { id })}>
            {transaction_id}
          </a>
        ) : (
          <span class="muted">none here</span>
        )}
        {method !== null && (
          <span class="under">
            {method} {status}
          </span>
        )}
      </span>
    ),
  },
  { head: 'Account', kind: 'wide', cell: ({ merchant_account: account }) => account },
  {
    head: 'Its reference',
    cell: ({ processor_reference, reference }) => (
      <code class="cut">{processor_reference ?? reference ?? '–'}</code>
    ),
  },
  { head: 'Ours', kind: 'end', cell: ({ ours }) => <Side money={ours} /> },
  { head: 'Theirs', kind: 'end', cell: ({ theirs }) => <Side money={theirs} /> },
];

const Side = ({ money }: { readonly money: Difference['ours'] }) =>
  money === null ? (
    <span class="muted">none</span>
  ) : (
    <span class="amount">{moneyText(money.amount, money.currency)}</span>
  );

/** Each difference by its name, with what to do. */
export function Differences({ result }: { readonly result: Reconciliation }) {
  const { differences, difference_count: count } = result;
  const rows = differences.map((difference, place) => ({ ...difference, place }));
  return (
    <>
      {[...new Set(differences.map(({ kind }) => kind))].map((kind) => {
        const found = rows.filter((row) => row.kind === kind);
        return (
          <div class="difference" key={kind}>
            <h3>
              {DIFFERENCE_TITLES[kind]} <code class="muted">{kind}</code>
            </h3>
            <p class="muted">{found[0]?.advice}</p>
            <Table
              label={DIFFERENCE_TITLES[kind]}
              isStacked
              columns={columns}
              rows={found}
              keyOf={({ place }) => place}
            />
          </div>
        );
      })}
      {count > differences.length && (
        <p class="muted">
          The first {differences.length} of {count} are shown.
        </p>
      )}
    </>
  );
}
