import { useModel, useSignal } from '@preact/signals';
import type { AdminAccount } from '../../../contract/admin/accounts.ts';
import type { AdminProcessor } from '../../../contract/admin/processors.ts';
import { Button } from '../../../wallet/ui/Button.tsx';
import { Action } from '../../state/action.ts';
import { useInspector } from '../../state/inspector.ts';
import type { Resource } from '../../state/resource.ts';
import { ActionResult } from '../../ui/ActionResult.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Moment } from '../../ui/Moment.tsx';
import { ResourceView } from '../../ui/ResourceView.tsx';
import { ProcessorForm } from './ProcessorForm.tsx';

type Props = { readonly account: AdminAccount; readonly processors: Resource<readonly AdminProcessor[]> };

/** The processors that an account has configured: each is shown without its credentials. */
export function Processors({ account, processors }: Props) {
  const { account_id: id } = account;
  return (
    <>
      <h3>Processors</h3>
      <ResourceView resource={processors} rows={1}>
        {(all) => {
          const own = all.filter((each) => each.account_id === id);
          return (
            <>
              {own.length === 0 && (
                <p class="muted">None: all its merchants are at the sandbox, which moves no money.</p>
              )}
              {own.map((processor) => (
                <Processor
                  key={processor.name}
                  account={account}
                  processor={processor}
                  onChange={processors.reload}
                />
              ))}
            </>
          );
        }}
      </ResourceView>
      <details class="fold">
        <summary>Add a processor</summary>
        <ProcessorForm accountId={id} onSaved={processors.reload} />
      </details>
    </>
  );
}

type ProcessorProps = {
  readonly account: AdminAccount;
  readonly processor: AdminProcessor;
  readonly onChange: () => void;
};

function Processor({ account, processor, onChange }: ProcessorProps) {
  const { name, kind, merchant_account, is_live, notification_url, changed_at } = processor;
  const merchants = account.merchants.filter(({ settings }) => settings.processor === name);
  return (
    <details class="fold">
      <summary>
        {name} <span class="muted">{kind}</span>{' '}
        <Badge tone={is_live ? 'wait' : 'plain'}>{is_live ? 'Live' : 'Test'}</Badge>
      </summary>
      <div class="processor">
        <DescriptionList
          rows={[
            ['Merchant account', <code key="account">{merchant_account}</code>],
            ['Merchants there', merchants.map(({ merchant_ref: ref }) => ref).join(', ') || 'none'],
            [
              'Notifications go to',
              <span key="url" class="with-copy">
                <code class="wrap">{notification_url}</code>
                <CopyButton text={notification_url}>Copy</CopyButton>
              </span>,
            ],
            ['Captures in parts', processor.several_captures ? 'yes' : 'no: the first frees the rest'],
            ['Webhook login', processor.has_webhook_login ? 'set' : 'none, the signature is enough'],
            ['Report login', processor.has_report_login ? 'set' : 'none, reports are given as files'],
            ['Changed', <Moment key="changed" iso={changed_at} />],
          ]}
        />
        <Removal account={account} processor={processor} onRemoved={onChange} />
        <details class="fold">
          <summary>Replace its configuration</summary>
          <ProcessorForm accountId={account.account_id} processor={processor} onSaved={onChange} />
        </details>
      </div>
    </details>
  );
}

type RemovalProps = Omit<ProcessorProps, 'onChange'> & { readonly onRemoved: () => void };

function Removal({ account, processor: { name }, onRemoved }: RemovalProps) {
  const { api } = useInspector();
  const action = useModel(Action);
  const isAsking = useSignal(false);
  const remove = async () => {
    isAsking.value = false;
    if (await action.run(() => api.removeProcessor(account.account_id, name), 'Removed.')) onRemoved();
  };
  return (
    <>
      <div class="actions">
        <Button
          class="button button-small"
          aria-label={`Remove the processor ${name}`}
          onClick={() => {
            isAsking.value = true;
          }}
        >
          Remove …
        </Button>
      </div>
      <ActionResult action={action} />
      {isAsking.value && (
        <ConfirmDialog
          title={`Remove the processor ${name}?`}
          yes="Remove it"
          no="Keep it"
          onYes={remove}
          onNo={() => {
            isAsking.value = false;
          }}
        >
          <p>Its credentials are forgotten. It is refused while a merchant or an open payment is there.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
