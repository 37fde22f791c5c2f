import { useModel, useSignal } from '@preact/signals';
import type { DisputeRequest } from '../../../contract/admin/disputes.ts';
import type { AdminPayment } from '../../../contract/admin/payments.ts';
import { Button } from '../../../wallet/ui/Button.tsx';
import { Field } from '../../../wallet/ui/Field.tsx';
import { amountProblem } from '../../format/amount-problem.ts';
import { moneyText } from '../../format/money.ts';
import { Action } from '../../state/action.ts';
import { useInspector } from '../../state/inspector.ts';
import { ActionResult } from '../../ui/ActionResult.tsx';
import { Select } from '../../ui/Select.tsx';

type Props = { readonly payment: AdminPayment; readonly onDone: () => void };
type Event = DisputeRequest['event'];

const WORDS: Readonly<Record<Event, string>> = {
  CHARGEBACK_OPENED: 'The bank opens a dispute',
  CHARGEBACK_WON: 'The dispute is won',
  CHARGEBACK_LOST: 'The dispute is lost',
  CAPTURE_REVERSED: 'The capture fails after all',
  REFUND_REVERSED: 'The refund fails after all',
};

/** What the simulated acquirer may do to a payment's money afterwards; it tells it by a notification. */
export function Disputes({ payment, onDone }: Props) {
  const { api } = useInspector();
  const action = useModel(Action);
  const chosen = useSignal<Event | null>(null);
  const amount = useSignal('');
  const error = useSignal<string | null>(null);
  const events = possibleEvents(payment);
  const event = events.find((each) => each === chosen.value) ?? events[0];
  if (event === undefined) return <p class="muted">Nothing was captured that could be taken back.</p>;
  const { currency, figures } = payment;
  const isPart = event.startsWith('CHARGEBACK') && amount.value !== '';
  const dispute = () =>
    api.dispute(payment.payment_id, { event, ...(isPart && { amount: amount.value }) }).finally(onDone);
  return (
    <form
      class="follow-up"
      aria-label="Disputes"
      onSubmit={(submit) => {
        submit.preventDefault();
        error.value = isPart ? amountProblem(amount.value, { most: figures.captured, currency }) : null;
        if (error.value === null) action.run(dispute, `${WORDS[event]}: the acquirer has told it.`);
      }}
    >
      <Select
        label="What happens"
        value={event}
        options={events.map((each) => [each, WORDS[each]] as const)}
        onChange={(value) => {
          chosen.value = events.find((each) => each === value) ?? null;
          action.forget();
        }}
      />
      {event.startsWith('CHARGEBACK') && (
        <Field
          label={`Amount, at most ${moneyText(figures.captured, currency)}`}
          name="amount"
          inputMode="decimal"
          hint="Empty: all that can be meant"
          autocomplete="off"
          onInput={({ currentTarget }) => {
            amount.value = currentTarget.value.trim();
            error.value = null;
          }}
          error={error.value}
        />
      )}
      <div class="actions">
        <Button type="submit">Let it happen</Button>
      </div>
      <ActionResult action={action} />
    </form>
  );
}

/** By the figures; the acquirer's own ledger has the last word. */
function possibleEvents({ figures }: AdminPayment): readonly Event[] {
  const [captured, refunded, taken] = [figures.captured, figures.refunded, figures.charged_back ?? '0'].map(
    Number,
  );
  const isLeft = (captured ?? 0) > (taken ?? 0);
  return [
    ...(isLeft ? (['CHARGEBACK_OPENED'] as const) : []),
    ...(taken ? (['CHARGEBACK_WON', 'CHARGEBACK_LOST'] as const) : []),
    ...(isLeft ? (['CAPTURE_REVERSED'] as const) : []),
    ...(refunded ? (['REFUND_REVERSED'] as const) : []),
  ];
}
