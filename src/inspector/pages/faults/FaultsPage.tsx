import { useModel } from '@preact/signals';
import { Faults, FaultsChange } from '../../../contract/admin/service.ts';
import { Button } from '../../../wallet/ui/Button.tsx';
import { Field } from '../../../wallet/ui/Field.tsx';
import { affectedCallers, faultWords } from '../../format/fault-words.ts';
import { Action } from '../../state/action.ts';
import { useInspector } from '../../state/inspector.ts';
import { useResource } from '../../state/use-resource.ts';
import { ActionResult } from '../../ui/ActionResult.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { takeForm, textOf } from '../../ui/form-values.ts';
import { Page, Section } from '../../ui/Page.tsx';
import { ResourceView } from '../../ui/ResourceView.tsx';
import { AcquirerSwitches, acquirerFaultsOf } from './AcquirerSwitches.tsx';

const attempts: Readonly<Record<Faults['callbacks'], string>> = {
  arrive: 'Arrives',
  lost: 'Is lost on its way',
  'answer-lost': 'Arrives, but its answer is lost',
};

function faultsOf(form: FormData): FaultsChange {
  return FaultsChange.parse({
    requests_of: textOf(form, 'requests_of'),
    refuse: form.has('refuse'),
    slow_ms: Number(textOf(form, 'slow_ms')),
    callbacks: textOf(form, 'callbacks'),
    providers_down: form.has('providers_down'),
    processor_down: form.has('processor_down'),
    ...(form.has('questions') && { acquirer: acquirerFaultsOf(form) }),
  });
}

/** Switches simulated faults of the service, to see how a shop behaves. */
export function FaultsPage() {
  const { api } = useInspector();
  const action = useModel(Action);
  const resource = useResource({ load: api.faults });
  const save = (event: SubmitEvent) => {
    const form = takeForm(event);
    if (!form) return;
    action.run(() => api.changeFaults(faultsOf(form)), 'In force.').then(resource.reload);
  };
  const clear = () => action.run(api.clearFaults, 'All is well again.').then(resource.reload);
  return (
    <Page
      title="Faults"
      lead="Have the service fail on purpose, and see what your shop does then. A restart or a reset ends them all."
    >
      <ResourceView resource={resource}>
        {({ faults, is_allowed }) =>
          is_allowed ? (
            <form class="form" onSubmit={save} key={JSON.stringify(faults)}>
              <p>
                {faultWords(faults).length > 0 ? (
                  <>
                    <Badge tone="bad">In force</Badge> {faultWords(faults).join(', ')}
                  </>
                ) : (
                  <Badge tone="good">No fault in force</Badge>
                )}
              </p>
              <Switches faults={faults} />
              <div class="actions">
                <Button type="submit" class="button button-primary">
                  Put in force
                </Button>
                <Button onClick={clear}>End all faults</Button>
              </div>
            </form>
          ) : (
            <p class="muted">Others use this service, so nobody makes it fail.</p>
          )
        }
      </ResourceView>
      <ActionResult action={action} />
    </Page>
  );
}

function Switches({ faults }: { readonly faults: Faults }) {
  return (
    <>
      <Section title="Requests">
        <fieldset class="presets">
          <legend>Requests of</legend>
          {Faults.shape.requests_of.options.map((each) => (
            <label class="radio" key={each}>
              <input
                type="radio"
                name="requests_of"
                value={each}
                defaultChecked={faults.requests_of === each}
              />
              {affectedCallers[each]}
            </label>
          ))}
        </fieldset>
        <Checkbox name="refuse" label="Answer them 503" checked={faults.refuse} />
        <Field
          label="Make them wait, ms"
          name="slow_ms"
          inputMode="numeric"
          defaultValue={faults.slow_ms}
          hint="0 to 30,000"
          error={null}
        />
        <Checkbox
          name="processor_down"
          label="The processor cannot be reached"
          checked={faults.processor_down}
        />
        <Checkbox name="providers_down" label="Providers cannot be reached" checked={faults.providers_down} />
      </Section>
      <Section title="Callbacks">
        <fieldset class="presets">
          <legend>Each attempt</legend>
          {Faults.shape.callbacks.options.map((each) => (
            <label class="radio" key={each}>
              <input type="radio" name="callbacks" value={each} defaultChecked={faults.callbacks === each} />
              {attempts[each]}
            </label>
          ))}
        </fieldset>
      </Section>
      {faults.acquirer && <AcquirerSwitches faults={faults.acquirer} />}
    </>
  );
}
