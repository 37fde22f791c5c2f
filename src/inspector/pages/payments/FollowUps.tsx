import { useModel, useSignal } from '@preact/signals';
import type { AdminPayment, FollowUp, FollowUpAnswer } from '../../../contract/admin/payments.ts';
import { Button } from '../../../wallet/ui/Button.tsx';
import { Field } from '../../../wallet/ui/Field.tsx';
import { curlOf, SECRET_KEY_PLACE } from '../../format/curl.ts';
import { moneyText } from '../../format/money.ts';
import { Act } from '../../state/act.ts';
import { useInspector } from '../../state/inspector.ts';
import { Acted } from '../../ui/Acted.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { takeForm, textOf } from '../../ui/form-values.ts';

type Props = { readonly payment: AdminPayment; readonly onDone: () => void };

/** What billing would take now: it is billed as the merchant's backend would. */
export function FollowUps({ payment, onDone }: Props) {
  const act = useModel(Act);
  const { api } = useInspector();
  const answer = useSignal<FollowUpAnswer['operation'] | null>(null);
  const bill = async ({ method, transaction_id }: FollowUp, amount: string) => {
    answer.value = null;
    await act.run(async () => {
      const request = method === 'VOID' ? { method, transaction_id } : { method, transaction_id, amount };
      answer.value = (await api.followUp(payment.payment_id, request)).operation;
    }, '');
    onDone();
  };
  return (
    <>
      {payment.follow_ups.length === 0 && <p class="muted">{whyNone(payment)}</p>}
      {payment.follow_ups.map((followUp) => (
        <FollowUpForm
          key={`${followUp.method} ${followUp.transaction_id}`}
          followUp={followUp}
          payment={payment}
          onBill={bill}
        />
      ))}
      <Acted of={act} />
      <p role="status" class={answer.value ? 'acted' : 'visually-hidden'}>
        {answer.value && saidOf(answer.value)}
      </p>
    </>
  );
}

function saidOf({ method, status, decline_code }: FollowUpAnswer['operation']): string {
  if (status === 'SUCCESS') return `${method} is done.`;
  if (status === 'PENDING') return `${method} is under way: the processor answers by itself.`;
  return `${method} was refused: ${decline_code ?? 'no reason was given'}.`;
}

function whyNone({ figures: { payment_state: state } }: AdminPayment): string {
  if (state.startsWith('PENDING')) return 'None while the shopper is at the bank or the provider.';
  return 'Nothing is left to capture, refund or void.';
}

const words = { CHARGE: 'Capture', REFUND: 'Refund', VOID: 'Void' } as const;

type FormProps = {
  readonly followUp: FollowUp;
  readonly payment: AdminPayment;
  readonly onBill: (followUp: FollowUp, amount: string) => unknown;
};

function FollowUpForm({ followUp, payment, onBill }: FormProps) {
  const { service } = useInspector();
  const { method, transaction_id: transactionID, amount } = followUp;
  const { currency } = payment;
  const wanted = useSignal(amount);
  const isWhole = method === 'VOID';
  // Where several transactions can be referred to.
  const isOneOfMore = payment.follow_ups.filter((each) => each.method === method).length > 1;
  const names = isOneOfMore
    ? payment.operations.find(({ transaction_id: id }) => id === transactionID)?.method
    : undefined;
  const curl = () =>
    curlOf({
      method: 'POST',
      url: `${service.base_url}/wallet/api/v1/billing`,
      headers: { secretKey: SECRET_KEY_PLACE },
      form: isWhole ? { method, transactionID } : { method, transactionID, amount: wanted.value, currency },
    });
  return (
    <form
      class="follow-up"
      aria-label={names === undefined ? words[method] : `${words[method]}: ${names}`}
      onSubmit={(event) => {
        const form = takeForm(event);
        if (form) onBill(followUp, textOf(form, 'amount'));
      }}
    >
      {!isWhole && (
        <Field
          label={`${words[method]}, at most ${moneyText(amount, currency)}`}
          name="amount"
          inputMode="decimal"
          {...(names === undefined ? {} : { hint: `Names the ${names}` })}
          autocomplete="off"
          defaultValue={amount}
          onInput={(event) => {
            wanted.value = event.currentTarget.value;
          }}
          error={null}
        />
      )}
      <div class="actions">
        <Button type="submit">
          {isWhole ? `Void ${names ?? ''} ${moneyText(amount, currency)}` : words[method]}
        </Button>
        <CopyButton text={async () => curl()}>Copy as curl</CopyButton>
      </div>
    </form>
  );
}
