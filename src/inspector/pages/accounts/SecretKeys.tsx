import { useModel, useSignal } from '@preact/signals';
import type { AdminAccount } from '../../../contract/admin/accounts.ts';
import { Button } from '../../../wallet/ui/Button.tsx';
import { Action } from '../../state/action.ts';
import { useInspector } from '../../state/inspector.ts';
import { ActionResult } from '../../ui/ActionResult.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { NewSecret } from './Secret.tsx';

/** The account's secret keys. With a second one a backend can change its key without a gap. */
export function SecretKeys({ account }: { readonly account: AdminAccount }) {
  const { api, reloadAccounts } = useInspector();
  const { account_id: id, secret_key_ids: keys } = account;
  const newKey = useSignal<string | null>(null);
  const keyToEnd = useSignal<string | null>(null);
  const action = useModel(Action);
  const isFirst = keys.length === 0;
  const add = () =>
    action.run(
      async () => {
        newKey.value = (await api.addSecretKey(id)).secret_key;
        reloadAccounts();
      },
      isFirst ? 'The key is in force.' : 'Both keys are in force until you end one.',
    );
  const end = (key: string) => {
    keyToEnd.value = null;
    return action.run(async () => {
      await api.revokeSecretKey(id, key);
      reloadAccounts();
    }, 'The key is refused from now on.');
  };
  return (
    <>
      <h3>Secret keys</h3>
      <ul class="rows">
        {keys.map((key) => (
          <li key={key}>
            <code class="wrap">sk_…{key}…</code>
            <Button
              class="button button-small"
              aria-label={`End the secret key ${key}`}
              onClick={() => {
                keyToEnd.value = key;
              }}
            >
              End
            </Button>
          </li>
        ))}
        {isFirst && <li class="muted">None: no backend can ask the service.</li>}
      </ul>
      <Button class="button button-small" onClick={add}>
        {isFirst ? 'Make a key' : 'Make a second key'}
      </Button>
      <ActionResult action={action} />
      {newKey.value !== null && <NewSecret label="New secret key" text={newKey.value} />}
      {keyToEnd.value !== null && (
        <ConfirmDialog
          title={`End the secret key ${keyToEnd.value}?`}
          yes="End it"
          no="Keep it"
          onYes={() => end(keyToEnd.value ?? '')}
          onNo={() => {
            keyToEnd.value = null;
          }}
        >
          <p>A backend that still uses it gets 401 from the next request on.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
