import { useModel, useSignal } from '@preact/signals';
import { Button } from '../../../wallet/ui/Button.tsx';
import { Field } from '../../../wallet/ui/Field.tsx';
import { Action } from '../../state/action.ts';
import { useInspector } from '../../state/inspector.ts';
import { ActionResult } from '../../ui/ActionResult.tsx';
import { takeForm, textOf } from '../../ui/form-values.ts';
import { Section } from '../../ui/Page.tsx';
import { linesOf, TextArea } from '../../ui/TextArea.tsx';
import { NewSecret } from './Secret.tsx';

/** Opens an account, which gets keys and two merchants. */
export function NewAccount() {
  const { api, reloadAccounts } = useInspector();
  const action = useModel(Action);
  const secretKey = useSignal<string | null>(null);
  const open = (event: SubmitEvent) => {
    const form = takeForm(event);
    if (!form) return;
    const account = { name: textOf(form, 'name'), origins: linesOf(textOf(form, 'origins')) };
    action.run(async () => {
      secretKey.value = (await api.openAccount(account)).secret_key;
      reloadAccounts();
    }, 'The account is open.');
  };
  return (
    <Section title="New account">
      <form class="form" onSubmit={open}>
        <Field label="Name" name="name" required placeholder="Tea shop" error={null} />
        <TextArea
          label="Origins"
          name="origins"
          value="http://localhost:*"
          hint="Whose pages may embed the wallet, one a line."
        />
        <Button type="submit">Open account</Button>
      </form>
      <ActionResult action={action} />
      {secretKey.value !== null && <NewSecret label="Secret key" text={secretKey.value} />}
    </Section>
  );
}
