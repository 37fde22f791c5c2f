import { useModel, useSignal } from '@preact/signals';
import { Button } from '../../../wallet/ui/Button.tsx';
import { Action } from '../../state/action.ts';
import { useInspector } from '../../state/inspector.ts';
import { ActionResult } from '../../ui/ActionResult.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Page } from '../../ui/Page.tsx';

/** Resets store and clock to a first start. */
export function ResetPage() {
  const { api, service, reloadAccounts } = useInspector();
  const action = useModel(Action);
  const isAsking = useSignal(false);
  const reset = async () => {
    isAsking.value = false;
    if (await action.run(api.reset, 'The store and the clock are as after a first start.')) reloadAccounts();
  };
  return (
    <Page
      title="Reset"
      lead="Brings store and clock back to a first start, but for what is named last. Running programs go on."
    >
      <div class="section">
        <ul class="bullets">
          <li>Payments, callbacks, users, cards and tokens are gone, and the requests on record.</li>
          <li>
            Other accounts and their keys are gone; the demo account has its first secret key and settings
            again.
          </li>
          <li>The clock tells this machine’s time again.</li>
          <li>These stay: the audit log, the demo account’s webhook secret, and faults that are in force.</li>
        </ul>
        {service.may_reset ? (
          <Button class="button button-danger" onClick={() => (isAsking.value = true)}>
            Reset …
          </Button>
        ) : (
          <p class="muted">Others use this service, so nobody empties its store.</p>
        )}
        <ActionResult action={action} />
      </div>
      {isAsking.value && (
        <ConfirmDialog
          title="Empty the store?"
          yes="Empty it"
          no="Keep everything"
          onYes={reset}
          onNo={() => (isAsking.value = false)}
        >
          <p>
            Payments, cards, users and other accounts of this service are deleted. This cannot be taken back.
          </p>
        </ConfirmDialog>
      )}
    </Page>
  );
}
