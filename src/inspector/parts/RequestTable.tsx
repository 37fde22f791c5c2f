import { Fragment } from 'preact';
import type { AdminRequest } from '../../contract/admin/requests.ts';
import { addressOf } from '../state/route.ts';
import { Badge, type Tone } from '../ui/Badge.tsx';
import { Moment } from '../ui/Moment.tsx';
import { type Column, Table } from '../ui/Table.tsx';
import { ErrorLink } from './ErrorLink.tsx';

const columns: readonly Column<AdminRequest>[] = [
  { head: 'Status', cell: ({ status }) => <StatusCode status={status} /> },
  {
    head: 'Request',
    cell: ({ method, route, path, error_code, decline_code, fault }) => (
      <>
        <code class="wrap">
          {method === 'none' ? 'no HTTP request' : method}{' '}
          {method !== 'none' && <Route route={path ?? route} />}
        </code>
        {error_code !== null && (
          <span class="under">
            <ErrorLink code={error_code} />
            {decline_code !== null && ` · ${decline_code}`}
          </span>
        )}
        {fault !== null && (
          <span class="under">
            {fault === 'slow_ms' ? 'slowed by ' : 'by '}
            <a href={addressOf('faults')}>a fault</a>
          </span>
        )}
      </>
    ),
  },
  { head: 'About', kind: 'wide', cell: (request) => <About request={request} /> },
  {
    head: 'Request id',
    kind: 'wide',
    cell: ({ request_id }) => (
      <a href={addressOf('requests', { query: { request: request_id } })} title={request_id}>
        <code>{request_id.slice(0, 8)}</code>
      </a>
    ),
  },
  { head: 'Took', kind: 'wide', cell: ({ milliseconds }) => <>{Math.round(milliseconds)} ms</> },
  { head: 'At', cell: ({ at }) => <Moment iso={at} /> },
];

/** An HTTP status; its colour shows success or failure. */
function StatusCode({ status }: { readonly status: number }) {
  const tone: Tone = status < 300 ? 'good' : status < 400 ? 'plain' : 'bad';
  return <Badge tone={tone}>{String(status)}</Badge>;
}

/** A route that can break after its slashes. */
const Route = ({ route }: Pick<AdminRequest, 'route'>) =>
  route.split('/').map((part, place) => (
    <Fragment key={place}>
      {place > 0 && '/'}
      <wbr />
      {part}
    </Fragment>
  ));

/** The order or transaction, origin and ignored parameters of a request. */
function About({ request }: { readonly request: AdminRequest }) {
  const { transaction_id: transaction, order_id: order, origin, ignored } = request;
  const subject = order ?? transaction;
  return (
    <>
      {subject !== null && (
        <a href={addressOf('payments', { query: { search: transaction ?? subject, open: 1 } })}>
          {subject.length > 24 ? `${subject.slice(0, 8)}…` : subject}
        </a>
      )}
      {origin !== null && <span class="under">{origin}</span>}
      {ignored.length > 0 && <span class="under">ignored: {ignored.join(', ')}</span>}
    </>
  );
}

type Props = { readonly label: string; readonly requests: readonly AdminRequest[] };

export const RequestTable = ({ label, requests }: Props) => (
  <Table label={label} columns={columns} rows={requests} keyOf={({ request_id }) => request_id} />
);
