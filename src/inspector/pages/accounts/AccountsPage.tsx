import type { AdminAccount } from '../../../contract/admin/accounts.ts';
import { useInspector } from '../../state/inspector.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { MerchantForm } from './MerchantForm.tsx';
import { NewAccount } from './NewAccount.tsx';
import { Origins } from './Origins.tsx';
import { SecretKeys } from './SecretKeys.tsx';
import { WebhookSecret } from './WebhookSecret.tsx';

/** Accounts with their keys, origins and merchants. */
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
  const { account_id: id, name, publishable_key, webhook_secret, merchants } = account;
  return (
    <Section title={`${name} (${id})`}>
      <DescriptionList
        rows={[
          [
            'Publishable key',
            <span key="key" class="with-copy">
              <code class="wrap">{publishable_key}</code>
              <CopyButton text={publishable_key}>Copy</CopyButton>
            </span>,
          ],
          ['Webhook secret', <WebhookSecret key="secret" accountId={id} secret={webhook_secret} />],
        ]}
      />
      <SecretKeys account={account} />
      <Origins account={account} />
      <h3>Merchants</h3>
      {merchants.map((merchant) => (
        <MerchantForm key={merchant.merchant_id} merchant={merchant} />
      ))}
    </Section>
  );
}
