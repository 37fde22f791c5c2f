import type { AcquirerFaults } from '../../../contract/admin/service.ts';
import { Field } from '../../../wallet/ui/Field.tsx';
import { notificationFaults, questionFaults } from '../../format/fault-words.ts';
import { textOf } from '../../ui/form-values.ts';
import { Section } from '../../ui/Page.tsx';
import { Select } from '../../ui/Select.tsx';

/** What the simulated acquirer does wrong: the ways in which an answer about money is lost. */
export function AcquirerSwitches({ faults }: { readonly faults: AcquirerFaults }) {
  const { questions, times, slow_ms, notifications } = faults;
  return (
    <Section title="The simulated acquirer">
      <p class="muted">
        Where its answer is lost after it acted, a payment stays PENDING until the service has found the
        answer.
      </p>
      <Select
        label="To questions, the acquirer"
        name="questions"
        value={questions}
        options={Object.entries(questionFaults)}
      />
      <div class="form-grid">
        <Field
          label="How many questions"
          name="times"
          inputMode="numeric"
          defaultValue={times ?? ''}
          hint="Empty: all"
          error={null}
        />
        <Field
          label="Answer later by, ms"
          name="acquirer_slow_ms"
          inputMode="numeric"
          defaultValue={slow_ms}
          hint="0 to 60,000"
          error={null}
        />
      </div>
      <Select
        label="Its notifications come"
        name="notifications"
        value={notifications}
        options={Object.entries(notificationFaults)}
      />
    </Section>
  );
}

/** The fields as the admin API takes them. */
export function acquirerFaultsOf(form: FormData): object {
  const times = textOf(form, 'times');
  return {
    questions: textOf(form, 'questions'),
    times: times === '' ? null : Number(times),
    slow_ms: Number(textOf(form, 'acquirer_slow_ms')),
    notifications: textOf(form, 'notifications'),
  };
}
