import { AccountChoice, OtherAccounts, useAccountId } from '../../parts/AccountChoice.tsx';
import { useInspector } from '../../state/inspector.ts';
import { addressOf } from '../../state/route.ts';
import { useMore } from '../../state/use-more.ts';
import { Empty } from '../../ui/Empty.tsx';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { ResourceView } from '../../ui/ResourceView.tsx';
import { Select } from '../../ui/Select.tsx';
import { CallbackRows } from './CallbackRows.tsx';
import { Receiver } from './Receiver.tsx';
import { TestSend } from './TestSend.tsx';

const POLL_MS = 3000;

const emptyTexts = new Map([
  [
    '',
    [
      'No callback yet',
      'Bill with a callback_url, or pay in the demo shop: each operation that ends is told here.',
    ],
  ],
  ['failing', ['No callback is failing', 'One that has failed and is tried again stands here.']],
  ['exhausted', ['No callback was given up', 'A callback is given up when its last attempt has failed.']],
]);

/** Callbacks of an account, and tools to test a receiver. */
export function CallbacksPage() {
  const { route } = useInspector();
  const accountId = useAccountId();
  const status = route.place.value.query.get('status') ?? '';
  return (
    <Page title="Callbacks" lead="What the service told the merchant’s backend, and what that answered.">
      <div class="filters">
        <AccountChoice />
        <Select
          label="Show"
          value={status}
          options={[
            ['', 'All callbacks'],
            ['failing', 'Failing'],
            ['exhausted', 'Given up'],
          ]}
          onChange={(newStatus) =>
            route.replace(addressOf('callbacks', { query: { account: accountId, status: newStatus } }))
          }
        />
      </div>
      {accountId !== undefined && (
        <>
          <CallbackList key={`${accountId} ${status}`} accountId={accountId} status={status} />
          <TestSend accountId={accountId} />
        </>
      )}
      <Section title="A receiver that verifies">
        <Receiver />
      </Section>
    </Page>
  );
}

function CallbackList({ accountId, status }: { readonly accountId: number; readonly status: string }) {
  const { api } = useInspector();
  const list = useMore({
    load: async (before?: number) => {
      const { callbacks, next } = await api.callbacks({ account_id: accountId, status, before });
      return { rows: callbacks, next };
    },
    everyMs: POLL_MS,
  });
  return (
    <ResourceView resource={list.resource}>
      {(shown) =>
        shown.rows.length === 0 ? (
          <Empty title={emptyTexts.get(status)?.[0] ?? 'No callback found'}>
            {emptyTexts.get(status)?.[1]}
            <OtherAccounts />
          </Empty>
        ) : (
          <>
            <CallbackRows callbacks={shown.rows} />
            <MoreButton onMore={list.more(shown)} />
          </>
        )
      }
    </ResourceView>
  );
}
