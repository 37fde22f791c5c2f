import type { ReconciliationSummary } from '../../../contract/admin/reconciliation.ts';
import { useInspector } from '../../state/inspector.ts';
import { addressOf } from '../../state/route.ts';
import { useResource } from '../../state/use-resource.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Moment } from '../../ui/Moment.tsx';
import { Page } from '../../ui/Page.tsx';
import { ResourceView } from '../../ui/ResourceView.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { CompareForm } from './CompareForm.tsx';
import { dayText, resultOf } from './words.ts';

const POLL_MS = 10_000;

const columns: readonly Column<ReconciliationSummary>[] = [
  {
    head: 'Day',
    cell: ({ day }) => (
      <a class="row-link" href={addressOf('reconciliation', { id: day })}>
        {dayText(day)}
      </a>
    ),
  },
  { head: 'Acquirer', cell: ({ processor }) => processor },
  { head: 'Result', cell: (summary) => <ResultBadge summary={summary} /> },
  { head: 'Compared', kind: 'wide', cell: ({ reconciled_at: at }) => <Moment iso={at} /> },
];

/** The days whose reports were compared, newest first. */
export function ReconciliationPage() {
  const { api, route } = useInspector();
  const resource = useResource({
    load: async () => {
      const [list, clock] = await Promise.all([api.reconciliations(), api.clock()]);
      return { ...list, now: clock.now };
    },
    everyMs: POLL_MS,
  });
  const { query } = route.place.value;
  return (
    <Page
      title="Reconciliation"
      lead="The acquirers’ reports beside the payments of this service, to the minor unit. From 03:00 UTC each acquirer is asked for its report of the day before."
    >
      <ResourceView resource={resource}>
        {({ reconciliations, processors, now }) => (
          <>
            {reconciliations.length === 0 ? (
              <Empty title="No day has been compared yet">
                The day before is compared by itself from 03:00 UTC on, or now by the form below.
              </Empty>
            ) : (
              <Table
                label="Days"
                columns={columns}
                rows={reconciliations}
                keyOf={({ day, processor }) => `${day} ${processor}`}
              />
            )}
            <CompareForm
              key={query.toString()}
              day={query.get('day') ?? dayBefore(now)}
              processor={query.get('processor') ?? ''}
              processors={processors}
            />
          </>
        )}
      </ResourceView>
    </Page>
  );
}

/** `YYYY-MM-DD` in UTC. */
const dayBefore = (now: string) => new Date(Date.parse(now) - 86_400_000).toISOString().slice(0, 10);

export function ResultBadge({ summary }: { readonly summary: ReconciliationSummary }) {
  const { tone, text } = resultOf(summary);
  return <Badge tone={tone}>{text}</Badge>;
}
