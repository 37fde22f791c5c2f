import { useModel } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Button } from '../../../wallet/ui/Button.tsx';
import { Action } from '../../state/action.ts';
import { useInspector } from '../../state/inspector.ts';
import { addressOf } from '../../state/route.ts';
import { ActionResult } from '../../ui/ActionResult.tsx';
import { takeForm, textOf } from '../../ui/form-values.ts';
import { Section } from '../../ui/Page.tsx';
import { Select } from '../../ui/Select.tsx';

type Props = {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly processor: string;
  readonly processors: readonly string[];
};

/** Compares a day now, by the acquirer's own report or by one that is given as a file. */
export function CompareForm({ day, processor, processors }: Props) {
  const { api } = useInspector();
  const action = useModel(Action);
  const compare = async (event: SubmitEvent) => {
    const form = takeForm(event);
    if (!form) return;
    const query = { day: textOf(form, 'day'), processor: textOf(form, 'processor') };
    const file = form.get('report');
    const report = file instanceof File && file.size > 0 ? await file.text() : undefined;
    if (await action.run(() => api.reconcile(query, report), ''))
      location.hash = addressOf('reconciliation', { id: query.day });
  };
  return (
    <Section title="Compare a day">
      <form class="form" onSubmit={compare}>
        <div class="form-grid">
          <Picker label="Day, in UTC" name="day" type="date" defaultValue={day} required />
          <Select
            label="Acquirer"
            name="processor"
            value={processor}
            options={[['', 'Each that gives reports'], ...processors.map((name) => [name, name] as const)]}
          />
        </div>
        <Picker
          label="Report as a file"
          name="report"
          type="file"
          hint="Only where the acquirer does not give it by itself, as Adyen’s settlement detail report (CSV)."
        />
        <Button type="submit" class="button button-primary">
          {action.status.value.name === 'working' ? 'Comparing …' : 'Compare'}
        </Button>
        <ActionResult action={action} />
      </form>
    </Section>
  );
}

type PickerProps = {
  readonly label: string;
  readonly name: string;
  readonly type: 'date' | 'file';
  readonly defaultValue?: string;
  readonly required?: boolean;
  readonly hint?: string;
};

/** A day or a file, as the browser lets one choose it. */
function Picker({ label, hint, ...attributes }: PickerProps) {
  const id = useId();
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
      </label>
      <input id={id} class="picker" aria-describedby={hint && `${id}-hint`} {...attributes} />
      {hint && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
