import type { PaymentSummary } from '../../../contract/admin/payments.ts';
import { BrandMark } from '../../../wallet/ui/BrandMark.tsx';
import { markOf, usedText } from '../../format/method-words.ts';
import { moneyText } from '../../format/money.ts';
import { orderText } from '../../format/order-text.ts';
import { addressOf } from '../../state/route.ts';
import { Moment } from '../../ui/Moment.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { PaymentState } from './PaymentState.tsx';

const columns: readonly Column<PaymentSummary>[] = [
  {
    head: 'Amount',
    cell: ({ payment_id: id, amount, currency }) => (
      <a class="row-link amount" href={addressOf('payments', { id })}>
        {moneyText(amount, currency)}
      </a>
    ),
  },
  { head: 'State', cell: ({ state }) => <PaymentState state={state} /> },
  {
    head: 'Paid with',
    kind: 'wide',
    cell: (payment) => (
      <span class="used">
        <BrandMark name={markOf(payment)} />
        {usedText(payment)}
      </span>
    ),
  },
  { head: 'Order', cell: (payment) => <span class="cut">{orderText(payment) || '–'}</span> },
  { head: 'Method', kind: 'wide', cell: ({ method }) => <code>{method}</code> },
  { head: 'Merchant', kind: 'wide', cell: ({ merchant_ref }) => merchant_ref },
  { head: 'Begun', cell: ({ created_at }) => <Moment iso={created_at} /> },
];

const columnsOfOrder = columns.filter(({ head }) => head !== 'Order' && head !== 'Merchant');

type Props = {
  readonly label: string;
  readonly payments: readonly PaymentSummary[];
  /** Whether all are of one order, and so of one merchant. */
  readonly isOfOneOrder?: boolean;
};

export const PaymentRows = ({ label, payments, isOfOneOrder = false }: Props) => (
  <Table
    label={label}
    columns={isOfOneOrder ? columnsOfOrder : columns}
    rows={payments}
    keyOf={({ payment_id }) => payment_id}
  />
);
