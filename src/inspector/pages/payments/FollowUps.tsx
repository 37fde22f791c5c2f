import { useModel, useSignal } from '@preact/signals';
import type {
  AdminPayment,
  FollowUp,
  FollowUpAnswer,
  PaymentOperation,
} from '../../../contract/admin/payments.ts';
import { Button } from '../../../wallet/ui/Button.tsx';
import { Field } from '../../../wallet/ui/Field.tsx';
import { amountProblem } from '../../format/amount-problem.ts';
import { curlOf, SECRET_KEY_PLACE } from '../../format/curl.ts';
import { isoOf, momentText } from '../../format/moment.ts';
import { moneyText } from '../../format/money.ts';
import { Action } from '../../state/action.ts';
import { useInspector } from '../../state/inspector.ts';
import { ActionResult } from '../../ui/ActionResult.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';

type Props = { readonly payment: AdminPayment; readonly onDone: () => void };

/** The possible follow-ups, billed as the merchant's backend would. */
export function FollowUps({ payment, onDone }: Props) {
  const { api } = useInspector();
  const answer = useSignal<FollowUpAnswer['operation'] | null>(null);
  const bill = async ({ method, transaction_id }: FollowUp, amount: string) => {
    answer.value = null;
    try {
      const request = method === 'VOID' ? { method, transaction_id } : { method, transaction_id, amount };
      answer.value = (await api.followUp(payment.payment_id, request)).operation;
    } finally {
      onDone();
    }
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
      <p role="status" class={answer.value ? 'acted' : 'visually-hidden'}>
        {answer.value && resultText(answer.value)}
      </p>
    </>
  );
}

function resultText({ method, status, decline_code }: FollowUpAnswer['operation']): string {
  if (status === 'SUCCESS') return `${method} is done.`;
  if (status === 'PENDING') return `${method} is under way: the processor answers by itself.`;
  return `${method} was refused: ${decline_code ?? 'no reason was given'}.`;
}

function whyNone({ figures: { payment_state: state } }: AdminPayment): string {
  if (state.startsWith('PENDING')) return 'None until the bank, the provider or the processor has answered.';
  return 'Nothing is left to bill.';
}

type Words = {
  readonly name: string;
  /** Text of the confirmation; null: no confirmation. */
  readonly warning: string | null;
};
const WORDS: Readonly<Record<FollowUp['method'], Words>> = {
  CHARGE: { name: 'Capture', warning: null },
  REFUND: { name: 'Refund', warning: 'The money goes back to the shopper.' },
  VOID: { name: 'Void', warning: 'What is released cannot be captured any more.' },
};

/** Names an operation by amount and time, because a payment may have several of one method. */
function operationName({ method, amount, currency, created_at }: PaymentOperation): string {
  return `${method} of ${moneyText(amount, currency)}, ${momentText(isoOf(created_at))}`;
}

type FormProps = {
  readonly followUp: FollowUp;
  readonly payment: AdminPayment;
  readonly onBill: (followUp: FollowUp, amount: string) => Promise<void>;
};

/** One follow-up. REFUND and VOID cannot be undone, so they ask for confirmation. Each form shows its own refusal. */
function FollowUpForm({ followUp, payment, onBill }: FormProps) {
  const { service } = useInspector();
  const action = useModel(Action);
  const isAsking = useSignal(false);
  const { method, transaction_id: transactionID, amount } = followUp;
  const { name, warning } = WORDS[method];
  const { currency } = payment;
  const typedAmount = useSignal<string | null>(null);
  // An untouched field shows what is possible now, which may change meanwhile.
  const enteredAmount = typedAmount.value ?? amount;
  const error = useSignal<string | null>(null);
  const isVoid = method === 'VOID';
  // The payment may have several captures to refund.
  const hasSiblings = payment.follow_ups.filter((each) => each.method === method).length > 1;
  const operation = payment.operations.find(({ transaction_id: id }) => id === transactionID);
  const operationLabel = hasSiblings && operation !== undefined ? operationName(operation) : undefined;
  const bill = () => {
    isAsking.value = false;
    action.run(() => onBill(followUp, enteredAmount), '');
  };
  const curl = () =>
    curlOf({
      method: 'POST',
      url: `${service.base_url}/wallet/api/v1/billing`,
      headers: { secretKey: SECRET_KEY_PLACE },
      form: isVoid ? { method, transactionID } : { method, transactionID, amount: enteredAmount, currency },
    });
  return (
    <form
      class="follow-up"
      aria-label={operationLabel === undefined ? name : `${name}: ${operationLabel}`}
      onSubmit={(event) => {
        event.preventDefault();
        error.value = isVoid ? null : amountProblem(enteredAmount, { most: amount, currency });
        if (error.value !== null) action.forget();
        else if (warning === null) bill();
        else isAsking.value = true;
      }}
    >
      {!isVoid && (
        <Field
          label={`${name}, at most ${moneyText(amount, currency)}`}
          name="amount"
          inputMode="decimal"
          {...(operationLabel === undefined ? {} : { hint: `Of the ${operationLabel}` })}
          autocomplete="off"
          defaultValue={amount}
          onInput={(event) => {
            typedAmount.value = event.currentTarget.value.trim();
            error.value = null;
          }}
          error={error.value}
        />
      )}
      <div class="actions">
        <Button type="submit">{isVoid ? `Void ${moneyText(amount, currency)}` : name}</Button>
        <CopyButton text={async () => curl()}>Copy as curl</CopyButton>
      </div>
      {isVoid && operationLabel !== undefined && <p class="field-hint">Of the {operationLabel}</p>}
      <ActionResult action={action} />
      {isAsking.value && (
        <ConfirmDialog
          title={`${name} ${moneyText(isVoid ? amount : enteredAmount, currency)}?`}
          yes={name}
          no="Leave it"
          onYes={bill}
          onNo={() => {
            isAsking.value = false;
          }}
        >
          <p>{warning} This cannot be taken back.</p>
        </ConfirmDialog>
      )}
    </form>
  );
}
