import { useModel, useSignal } from '@preact/signals';
import { Button } from '../../../wallet/ui/Button.tsx';
import { momentText } from '../../format/moment.ts';
import { Action } from '../../state/action.ts';
import { useInspector } from '../../state/inspector.ts';
import { ActionResult } from '../../ui/ActionResult.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { HiddenSecret } from './Secret.tsx';

type Props = { readonly accountId: number; readonly secret: string };

/** The secret that signs the account's callbacks. It can be changed once a day, so a change asks for confirmation. */
export function WebhookSecret({ accountId, secret }: Props) {
  const { api, reloadAccounts } = useInspector();
  const isAsking = useSignal(false);
  const until = useSignal('');
  const action = useModel(Action);
  const roll = () => {
    isAsking.value = false;
    return action.run(async () => {
      until.value = (await api.rollWebhookSecret(accountId)).previous_until;
      reloadAccounts();
    }, 'Made. Show has the new secret from now on: put it into your receivers.');
  };
  return (
    <>
      <span class="with-copy">
        <HiddenSecret text={secret} label="Webhook secret" />
        <Button
          class="button button-small"
          aria-label="Roll: Webhook secret"
          onClick={() => {
            isAsking.value = true;
          }}
        >
          Roll
        </Button>
      </span>
      <ActionResult action={action} />
      {until.value !== '' && (
        <p class="muted">The one before signs as well until {momentText(until.value)}.</p>
      )}
      {isAsking.value && (
        <ConfirmDialog
          title="Make a new webhook secret?"
          yes="Make it"
          no="Keep it"
          onYes={roll}
          onNo={() => {
            isAsking.value = false;
          }}
        >
          <p>
            Callbacks are signed with the new one and the present one for a day, then with the new one alone.
            It can be changed once a day.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
