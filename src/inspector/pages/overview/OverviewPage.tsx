import type { ComponentChildren } from 'preact';
import { spanText } from '../../format/moment.ts';
import { RequestTable } from '../../parts/RequestTable.tsx';
import { useInspector } from '../../state/inspector.ts';
import { addressOf } from '../../state/route.ts';
import { useResource } from '../../state/use-resource.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { ResourceView } from '../../ui/ResourceView.tsx';
import { PaymentRows } from '../payments/PaymentRows.tsx';

const POLL_MS = 2000;
const SHOWN = 12;

const testCards = [
  ['4242 4242 4242 4242', 'paid'],
  ['4000 0000 0000 9995', 'refused: insufficient funds'],
  ['4000 0000 0000 0002', 'refused: declined'],
  ['5555 5555 5555 4444', 'paid, Mastercard'],
] as const;

/** Addresses, test cards, latest payments and live requests. */
export function OverviewPage() {
  return (
    <Page title="Overview">
      <div class="two">
        <Addresses />
        <TestCards />
      </div>
      <LatestPayments />
      <Feed />
    </Page>
  );
}

function Addresses() {
  const { service, accounts, api } = useInspector();
  const clock = useResource({ load: api.clock, everyMs: 10_000 });
  const key = accounts[0]?.publishable_key;
  const link = (href: string) => (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {href}
    </a>
  );
  const status = clock.status.value;
  const ahead = status.name === 'ready' ? status.value.advanced_seconds : 0;
  return (
    <Section title="Addresses">
      <DescriptionList
        rows={[
          ['Service', <code key="service">{service.base_url}</code>],
          ['Documentation', link(`${service.base_url}/docs`)],
          ['Bank and providers', <code key="issuer">{service.issuer_url}</code>],
          ...(key === undefined ? [] : ([['Publishable key', <code key="key">{key}</code>]] as const)),
          [
            'Clock',
            <a key="clock" href={addressOf('clock')}>
              {ahead === 0 ? 'as this machine' : `${spanText(ahead)} ahead`}
            </a>,
          ],
          ['Rate limits', service.rate_limits],
        ]}
      />
    </Section>
  );
}

function TestCards() {
  const { service } = useInspector();
  return (
    <Section title="Test cards">
      <ul class="rows">
        {testCards.map(([number, does]) => (
          <li key={number}>
            <span>
              <code>{number}</code> <span class="muted">{does}</span>
            </span>
            <CopyButton text={number}>Copy</CopyButton>
          </li>
        ))}
      </ul>
      <p class="muted">
        Any later month and any code.{' '}
        <a href={`${service.base_url}/docs/test-cards`} target="_blank" rel="noopener noreferrer">
          All test cards and amounts
        </a>
      </p>
    </Section>
  );
}

function LatestPayments() {
  const { api } = useInspector();
  return (
    <Latest
      title="Latest payments"
      page="payments"
      load={async () => (await api.payments({})).payments.slice(0, 5)}
      empty={
        <Empty title="No payment yet">Pay in the demo shop with a test card: it stands here at once.</Empty>
      }
    >
      {(payments) => <PaymentRows label="Latest payments" payments={payments} />}
    </Latest>
  );
}

function Feed() {
  const { api } = useInspector();
  return (
    <Latest
      title="Live requests"
      page="requests"
      load={async () => (await api.requests()).requests.slice(0, SHOWN)}
      empty={
        <Empty title="No request yet">What pages and backends ask the service comes in here by itself.</Empty>
      }
    >
      {(requests) => <RequestTable label="Latest requests" requests={requests} />}
    </Latest>
  );
}

type LatestProps<Row> = {
  readonly title: string;
  /** The page that lists all of them; also their name. */
  readonly page: 'payments' | 'requests';
  load(): Promise<readonly Row[]>;
  readonly empty: ComponentChildren;
  children(rows: readonly Row[]): ComponentChildren;
};

function Latest<Row>({ title, page, load, empty, children }: LatestProps<Row>) {
  const resource = useResource({ load, everyMs: POLL_MS });
  return (
    <Section
      title={title}
      actions={
        <a class="section-links" href={addressOf(page)}>
          All {page}
        </a>
      }
    >
      <ResourceView resource={resource} rows={2}>
        {(rows) => (rows.length === 0 ? empty : children(rows))}
      </ResourceView>
    </Section>
  );
}
