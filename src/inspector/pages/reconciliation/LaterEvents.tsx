import type { LaterEvent } from '../../../contract/admin/reconciliation.ts';
import { moneyText } from '../../format/money.ts';
import { addressOf } from '../../state/route.ts';
import { type Column, Table } from '../../ui/Table.tsx';

type Row = LaterEvent & { readonly place: number };

const columns: readonly Column<Row>[] = [
  {
    head: 'Event',
    cell: ({ type }) => type || 'Another line',
  },
  {
    head: 'Payment',
    cell: ({ payment_id: id }) =>
      id === null ? (
        <span class="muted">not in our books</span>
      ) : (
        <a class="row-link cut" href={addressOf('payments', { id })}>
          {id}
        </a>
      ),
  },
  { head: 'Account', kind: 'wide', cell: ({ merchant_account: account }) => account },
  {
    head: 'Its reference',
    kind: 'wide',
    cell: ({ processor_reference, reference }) => (
      <code class="cut">{processor_reference ?? reference ?? '–'}</code>
    ),
  },
  {
    head: 'Amount',
    kind: 'end',
    cell: ({ amount, currency }) => <span class="amount">{moneyText(amount, currency)}</span>,
  },
];

/** What the report has of payments that had ended before: it changes no total above. */
export function LaterEvents({ events }: { readonly events: readonly LaterEvent[] }) {
  if (events.length === 0) return null;
  return (
    <>
      <h3>Chargebacks and other lines</h3>
      <Table
        label="Chargebacks and other lines"
        isStacked
        columns={columns}
        rows={events.map((event, place) => ({ ...event, place }))}
        keyOf={({ place }) => place}
      />
    </>
  );
}
