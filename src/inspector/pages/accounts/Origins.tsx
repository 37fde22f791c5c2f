import { useModel } from '@preact/signals';
import type { AdminAccount } from '../../../contract/admin/accounts.ts';
import { Button } from '../../../wallet/ui/Button.tsx';
import { Field } from '../../../wallet/ui/Field.tsx';
import { Action } from '../../state/action.ts';
import { useInspector } from '../../state/inspector.ts';
import { ActionResult } from '../../ui/ActionResult.tsx';
import { takeForm, textOf } from '../../ui/form-values.ts';
import { linesOf, TextArea } from '../../ui/TextArea.tsx';

/** Edits an account's name, and the origins whose pages may embed the wallet. */
export function Origins({ account }: { readonly account: AdminAccount }) {
  const { api, reloadAccounts } = useInspector();
  const action = useModel(Action);
  const save = (event: SubmitEvent) => {
    const form = takeForm(event);
    if (!form) return;
    const change = { name: textOf(form, 'name'), origins: linesOf(textOf(form, 'origins')) };
    action.run(async () => {
      await api.changeAccount(account.account_id, change);
      reloadAccounts();
    }, 'Saved.');
  };
  return (
    <details class="fold">
      <summary>
        Name and origins <span class="muted">{account.origins.join(', ')}</span>
      </summary>
      <form class="form" onSubmit={save}>
        <Field label="Name" name="name" defaultValue={account.name} required error={null} />
        <TextArea
          label="Origins"
          name="origins"
          value={account.origins.join('\n')}
          hint="One a line, such as https://shop.example; on this machine http://localhost:* for any port."
        />
        <Button type="submit" class="button button-primary">
          Save
        </Button>
        <ActionResult action={action} />
      </form>
    </details>
  );
}
