import type { AdminCallback } from '../../../contract/admin/callbacks.ts';
import { addressOf } from '../../state/route.ts';
import { Moment } from '../../ui/Moment.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { answerText } from './answer-text.ts';
import { CallbackState } from './CallbackState.tsx';

const receiver: Column<AdminCallback> = {
  head: 'Receiver',
  kind: 'wide',
  cell: ({ url }) => <span class="cut">{url}</span>,
};

const order: Column<AdminCallback> = {
  head: 'Order',
  cell: ({ payment_id, order_id }) => (
    <a class="cut" href={addressOf('payments', { id: payment_id })}>
      {order_id || payment_id}
    </a>
  ),
};

const columns = (other: readonly Column<AdminCallback>[]): readonly Column<AdminCallback>[] => [
  {
    head: 'Event',
    cell: ({ id, info }) => (
      <a class="row-link" href={addressOf('callbacks', { id })}>
        {info}
      </a>
    ),
  },
  { head: 'State', cell: (callback) => <CallbackState callback={callback} /> },
  { head: 'Last answer', kind: 'wide', cell: ({ attempts }) => lastAnswer(attempts.at(-1)) },
  ...other,
  { head: 'Written', cell: ({ created_at }) => <Moment iso={created_at} /> },
];
const ofPayment = columns([]);
const ofAll = columns([order, receiver]);

function lastAnswer(attempt: AdminCallback['attempts'][number] | undefined): string {
  return attempt ? answerText(attempt.answer_status, attempt.failure) : 'Not sent yet';
}

type Props = {
  readonly callbacks: readonly AdminCallback[];
  /** Callbacks of one payment have the same order and receiver. */
  readonly isOfPayment?: boolean;
};

export const CallbackRows = ({ callbacks, isOfPayment = false }: Props) => (
  <Table
    label="Callbacks"
    isStacked
    columns={isOfPayment ? ofPayment : ofAll}
    rows={callbacks}
    keyOf={({ id }) => id}
  />
);
