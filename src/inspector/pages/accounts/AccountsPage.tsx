import type { AdminAccount } from '../../../contract/admin/accounts.ts';
import type { AdminProcessor } from '../../../contract/admin/processors.ts';
import { useInspector } from '../../state/inspector.ts';
import type { Resource } from '../../state/resource.ts';
import { useResource } from '../../state/use-resource.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { MerchantForm } from './MerchantForm.tsx';
import { NewAccount } from './NewAccount.tsx';
import { Origins } from './Origins.tsx';
import { Processors } from './Processors.tsx';
import { SecretKeys } from './SecretKeys.tsx';
import { WebhookSecret } from './WebhookSecret.tsx';

/** Accounts with their keys, origins and merchants. */
export function AccountsPage() {
  const { accounts, api } = useInspector();
  const processors = useResource({ load: async () => (await api.processors()).processors });
  return (
    <Page
      title="Accounts"
      lead="Keys, origins, processors and merchants’ settings. What is changed here is in the audit log."
    >
      {accounts.map((account) => (
        <Account key={account.account_id} account={account} processors={processors} />
      ))}
      <NewAccount />
    </Page>
  );
}

type AccountProps = {
  readonly account: AdminAccount;
  readonly processors: Resource<readonly AdminProcessor[]>;
};

function Account({ account, processors }: AccountProps) {
  const { account_id: id, name, publishable_key, webhook_secret, merchants } = account;
  const status = processors.status.value;
  const names =
    status.name === 'ready'
      ? status.value.flatMap((each) => (each.account_id === id ? [each.name] : []))
      : [];
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
      <Processors account={account} processors={processors} />
      <h3>Merchants</h3>
      {merchants.map((merchant) => (
        <MerchantForm key={merchant.merchant_id} merchant={merchant} processors={names} />
      ))}
    </Section>
  );
}
