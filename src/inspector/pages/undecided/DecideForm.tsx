import { useModel, useSignal } from '@preact/signals';
import { DecideRequest, type UndecidedAttempt } from '../../../contract/admin/attempts.ts';
import { Button } from '../../../wallet/ui/Button.tsx';
import { Field } from '../../../wallet/ui/Field.tsx';
import { moneyText } from '../../format/money.ts';
import { Action } from '../../state/action.ts';
import { useInspector } from '../../state/inspector.ts';
import { ActionResult } from '../../ui/ActionResult.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { takeForm, textOf } from '../../ui/form-values.ts';
import { Select } from '../../ui/Select.tsx';

type Props = { readonly attempt: UndecidedAttempt; readonly onDecided: () => void };

/** Ends an operation in doubt as the acquirer's own records say. */
export function DecideForm({ attempt, onDecided }: Props) {
  const { api } = useInspector();
  const action = useModel(Action);
  const decision = useSignal<DecideRequest | null>(null);
  const { key, method, amount, currency } = attempt;
  const ask = (event: SubmitEvent) => {
    const form = takeForm(event);
    if (!form) return;
    const reference = textOf(form, 'processor_reference');
    action.run(async () => {
      decision.value = DecideRequest.parse({
        outcome: textOf(form, 'outcome'),
        evidence: textOf(form, 'evidence'),
        ...(reference !== '' && { processor_reference: reference }),
      });
    }, '');
  };
  const decide = async (chosen: DecideRequest) => {
    decision.value = null;
    if (await action.run(() => api.decide(key, chosen), 'It has ended.')) onDecided();
  };
  const chosen = decision.value;
  return (
    <details class="fold">
      <summary>Decide it by the acquirer’s own records</summary>
      <form class="form" onSubmit={ask}>
        <Select
          label="The acquirer"
          name="outcome"
          value="approved"
          options={[
            ['approved', 'has done it'],
            ['declined', 'has not done it, and will not'],
          ]}
        />
        <Field
          label="Where it says so"
          name="evidence"
          required
          maxLength={500}
          placeholder="Settlement report of 3 May, line 7"
          hint="The audit log keeps it with your decision."
          error={null}
        />
        <Field
          label="Its reference of the operation"
          name="processor_reference"
          defaultValue={attempt.processor_reference ?? ''}
          hint="So that a later refund or chargeback finds it."
          error={null}
        />
        <Button type="submit" class="button button-primary">
          Decide …
        </Button>
        <ActionResult action={action} />
      </form>
      {chosen && (
        <ConfirmDialog
          title={`End it as ${chosen.outcome}?`}
          yes={chosen.outcome === 'approved' ? 'It was done' : 'It was not done'}
          no="Leave it undecided"
          onYes={() => decide(chosen)}
          onNo={() => {
            decision.value = null;
          }}
        >
          <p>
            {method} {moneyText(amount, currency)} ends{' '}
            {chosen.outcome === 'approved' ? 'SUCCESS' : 'FAILURE'}, and the merchant is told. Nothing takes
            that back.
          </p>
        </ConfirmDialog>
      )}
    </details>
  );
}
