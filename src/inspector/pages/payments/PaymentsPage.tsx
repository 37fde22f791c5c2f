import { useEffect } from 'preact/hooks';
import type { PaymentSummary } from '../../../contract/admin/payments.ts';
import { useInspector } from '../../state/inspector.ts';
import { addressOf } from '../../state/route.ts';
import { useMore } from '../../state/use-more.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Moment } from '../../ui/Moment.tsx';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { Page } from '../../ui/Page.tsx';
import { ResourceView } from '../../ui/ResourceView.tsx';
import { SearchForm } from '../../ui/SearchForm.tsx';
import { Select } from '../../ui/Select.tsx';
import { PaymentRows } from './PaymentRows.tsx';
import { stateOptions } from './PaymentState.tsx';

const POLL_MS = 3000;

/** Lists and searches payments. */
export function PaymentsPage() {
  const { route } = useInspector();
  const { query } = route.place.value;
  const search = query.get('search') ?? '';
  const state = query.get('state') ?? '';
  return (
    <Page title="Payments">
      <div class="filters">
        <SearchForm
          label="Order, transaction, last four digits or user"
          value={search}
          onSearch={(newSearch) =>
            route.replace(addressOf('payments', { query: { search: newSearch, state } }))
          }
        />
        <Select
          label="State"
          value={state}
          options={[['', 'All states'], ...stateOptions]}
          onChange={(newState) =>
            route.replace(addressOf('payments', { query: { search, state: newState } }))
          }
        />
      </div>
      <PaymentList key={`${search} ${state}`} search={search} state={state} />
    </Page>
  );
}

function PaymentList({ search, state }: { readonly search: string; readonly state: string }) {
  const { api, route } = useInspector();
  const list = useMore<PaymentSummary, string, { readonly until: string | null }>({
    load: async (before) => {
      const { payments, next, searched_until } = await api.payments({ search, state, before });
      return { rows: payments, next, until: searched_until };
    },
    everyMs: POLL_MS,
  });
  const status = list.resource.status.value;
  const [only, ...others] = status.name === 'ready' ? status.value.rows : [];
  // A link with `open=1` searches one payment by another id and opens it.
  const isToOpen = only !== undefined && others.length === 0 && route.place.value.query.get('open') === '1';
  useEffect(() => {
    if (isToOpen) route.replace(addressOf('payments', { id: only.payment_id }));
  }, [isToOpen]);
  const isWhole = search === '' && state === '';
  return (
    <ResourceView resource={list.resource}>
      {(shown) => (
        <>
          {shown.rows.length === 0 ? (
            <Empty title={isWhole ? 'No payment yet' : 'No payment found'}>
              {isWhole
                ? 'Pay in the demo shop with a test card: it stands here within three seconds.'
                : 'Look for the whole of an id, or for the last four digits of a card.'}
            </Empty>
          ) : (
            <PaymentRows label="Payments" payments={shown.rows} />
          )}
          {shown.until !== null && list.more(shown) === null && (
            <p class="muted">
              By <code>order_id</code> in metadata only payments since <Moment iso={shown.until} /> were
              looked through.
            </p>
          )}
          <MoreButton onMore={list.more(shown)} />
        </>
      )}
    </ResourceView>
  );
}
