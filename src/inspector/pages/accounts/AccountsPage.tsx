import { useModel, useSignal } from '@preact/signals';
import type { AdminAccount } from '../../../contract/admin-api.ts';
import { Button } from '../../../wallet/ui/Button.tsx';
import { Act } from '../../state/act.ts';
import { useInspector } from '../../state/inspector.ts';
import { Acted } from '../../ui/Acted.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { MerchantForm } from './MerchantForm.tsx';
import { NewAccount } from './NewAccount.tsx';
import { Origins } from './Origins.tsx';
import { Hidden, Once } from './Secret.tsx';
import { SecretKeys } from './SecretKeys.tsx';

/** Who may use the service, and how it treats them. */
export function AccountsPage() {
  const { accounts } = useInspector();
  return (
    <Page
      title="Accounts"
      lead="Keys, origins and merchants’ settings. What is changed here is in the audit log."
    >
      {accounts.map((account) => (
        <Account key={account.account_id} account={account} />
      ))}
      <NewAccount />
    </Page>
  );
}

function Account({ account }: { readonly account: AdminAccount }) {
  const { api, reloadAccounts } = useInspector();
  const { account_id: id, name, publishable_key, webhook_secret, merchants } = account;
  const fresh = useSignal<string | null>(null);
  const act = useModel(Act);
  const roll = () =>
    act.run(async () => {
      fresh.value = (await api.rollWebhookSecret(id)).webhook_secret;
      reloadAccounts();
    }, 'The old webhook secret signs beside the new one for a day.');
  return (
    <Section title={`${name} (${id})`}>
      <Facts
        rows={[
          [
            'Publishable key',
            <span key="key" class="with-copy">
              <code class="wrap">{publishable_key}</code>
              <CopyButton text={publishable_key}>Copy</CopyButton>
            </span>,
          ],
          [
            'Webhook secret',
            <span key="secret" class="with-copy">
              <Hidden text={webhook_secret} label="Webhook secret" />
              <Button class="button button-small" onClick={roll}>
                Roll
              </Button>
            </span>,
          ],
        ]}
      />
      <Acted of={act} />
      {fresh.value !== null && <Once label="New webhook secret" text={fresh.value} />}
      <SecretKeys account={account} />
      <Origins account={account} />
      <h3>Merchants</h3>
      {merchants.map((merchant) => (
        <MerchantForm key={merchant.merchant_id} merchant={merchant} />
      ))}
    </Section>
  );
}
