import { useSignal } from '@preact/signals';
import { AccountChoice, OtherAccounts, useAccountId } from '../../parts/AccountChoice.tsx';
import { RequestTable } from '../../parts/RequestTable.tsx';
import { useInspector } from '../../state/inspector.ts';
import { addressOf } from '../../state/route.ts';
import { useMore } from '../../state/use-more.ts';
import { Empty } from '../../ui/Empty.tsx';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { ResourceView } from '../../ui/ResourceView.tsx';
import { SearchForm } from '../../ui/SearchForm.tsx';
import { RefreshToken } from './RefreshToken.tsx';
import { Users } from './Users.tsx';

/** Tokens shown at first, and added by each "Show more"; an answer has 50. */
const AT_A_TIME = 10;

/** Refresh tokens, refused connections and users of an account. */
export function SessionsPage() {
  const { route } = useInspector();
  const account = useAccountId();
  const user = route.place.value.query.get('user') ?? '';
  return (
    <Page
      title="Sessions and users"
      lead="A backend makes a refresh token for a user or guest; each page that connects with it opens a wallet."
    >
      <div class="filters">
        <AccountChoice />
        <SearchForm
          label="User, by the shop’s own id"
          value={user}
          onSearch={(newUser) => route.replace(addressOf('sessions', { query: { account, user: newUser } }))}
        />
      </div>
      {account !== undefined && (
        <>
          <Sessions key={`${account} ${user}`} account={account} user={user} />
          <Section title="Users">
            <Users key={account} account={account} />
          </Section>
        </>
      )}
    </Page>
  );
}

function Sessions({ account, user }: { readonly account: number; readonly user: string }) {
  const { api } = useInspector();
  const list = useMore({
    load: async (before?: number) => {
      const answer = await api.sessions({ account_id: account, external_id: user, before });
      return { rows: answer.refresh_tokens, next: answer.next, refused: answer.refused_exchanges };
    },
  });
  const rowCount = useSignal(AT_A_TIME);
  const more = (loaded: Parameters<typeof list.more>[0]) => {
    const loadMore = list.more(loaded);
    if (loadMore === null && loaded.rows.length <= rowCount.value) return null;
    return async () => {
      if (loadMore !== null && loaded.rows.length < rowCount.value + AT_A_TIME) await loadMore();
      rowCount.value += AT_A_TIME;
    };
  };
  return (
    <ResourceView resource={list.resource}>
      {(loaded) => (
        <>
          <Section title="Refused connections">
            {loaded.refused.length === 0 ? (
              <p class="muted">
                None lately. A page on an origin that is not registered, or with an ended token, stands here.
                <OtherAccounts />
              </p>
            ) : (
              <RequestTable label="Refused connections" requests={loaded.refused} />
            )}
          </Section>
          <Section title="Refresh tokens">
            {loaded.rows.length === 0 ? (
              <Empty title={user === '' ? 'No session yet' : 'This user has none'}>
                Open the demo shop: its backend makes a token and the page connects.
                <OtherAccounts />
              </Empty>
            ) : (
              <ul class="tokens">
                {loaded.rows.slice(0, rowCount.value).map((token) => (
                  <RefreshToken
                    key={token.refresh_token_id}
                    token={token}
                    account={account}
                    onChanged={list.resource.reload}
                  />
                ))}
              </ul>
            )}
            <MoreButton onMore={more(loaded)} />
          </Section>
        </>
      )}
    </ResourceView>
  );
}
