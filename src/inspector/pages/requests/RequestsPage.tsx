import { RequestTable } from '../../parts/RequestTable.tsx';
import { useInspector } from '../../state/inspector.ts';
import { addressOf } from '../../state/route.ts';
import { useMore } from '../../state/use-more.ts';
import { Empty } from '../../ui/Empty.tsx';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { Page } from '../../ui/Page.tsx';
import { ResourceView } from '../../ui/ResourceView.tsx';
import { SearchForm } from '../../ui/SearchForm.tsx';
import { Select } from '../../ui/Select.tsx';

const POLL_MS = 2000;
/** A uuid. */
const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;

/** Lists recent requests to the service. */
export function RequestsPage() {
  const { route } = useInspector();
  const { query } = route.place.value;
  const searchedId = query.get('request') ?? '';
  const failed = query.get('failed') ?? '';
  const go = (next: { request?: string; failed?: string }) =>
    route.replace(addressOf('requests', { query: { request: searchedId, failed, ...next } }));
  return (
    <Page
      title="Requests"
      lead="The last 1,000 requests of this process, kept in memory. No body, key or token is kept."
    >
      <div class="filters">
        <SearchForm
          label="Request, transaction or order id"
          value={searchedId}
          onSearch={(request) => go({ request })}
        />
        <Select
          label="Show"
          value={failed}
          options={[
            ['', 'All requests'],
            ['1', 'Refusals and failures'],
          ]}
          onChange={(next) => go({ failed: next })}
        />
      </div>
      <RequestList key={`${searchedId} ${failed}`} searchedId={searchedId} failed={failed} />
    </Page>
  );
}

function RequestList({ searchedId, failed }: { readonly searchedId: string; readonly failed: string }) {
  const { api } = useInspector();
  const byId = async (before?: number) => {
    if (searchedId === '') return api.requests({ failed, before });
    if (REQUEST_ID.test(searchedId)) {
      const found = await api.requests({ request_id: searchedId, failed, before });
      if (found.requests.length > 0) return found;
    }
    const ofTransaction = await api.requests({ transaction_id: searchedId, failed, before });
    return ofTransaction.requests.length > 0
      ? ofTransaction
      : api.requests({ order_id: searchedId, failed, before });
  };
  const list = useMore({
    load: async (before?: number) => {
      const { requests } = await byId(before);
      // After a full page there may be more.
      const next = requests.length === PAGE_SIZE ? (requests.at(-1)?.seq ?? null) : null;
      return { rows: requests, next };
    },
    everyMs: POLL_MS,
  });
  return (
    <ResourceView resource={list.resource}>
      {(shown) =>
        shown.rows.length === 0 ? (
          <Empty title={searchedId === '' && failed === '' ? 'No request yet' : 'No such request is kept'}>
            {searchedId === '' && failed === ''
              ? 'Open the demo shop, or bill by curl: each request stands here within two seconds.'
              : 'Look for the whole id. A restart of the service begins a new list.'}
          </Empty>
        ) : (
          <>
            <RequestTable label="Requests" requests={shown.rows} />
            <MoreButton onMore={list.more(shown)} />
          </>
        )
      }
    </ResourceView>
  );
}

/** The most requests in one answer. */
const PAGE_SIZE = 200;
