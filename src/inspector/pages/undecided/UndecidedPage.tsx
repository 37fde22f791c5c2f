import type { KeptNotification, UndecidedAttempt } from '../../../contract/admin/attempts.ts';
import { moneyText } from '../../format/money.ts';
import { useInspector } from '../../state/inspector.ts';
import { addressOf } from '../../state/route.ts';
import { useResource } from '../../state/use-resource.ts';
import { Badge } from '../../ui/Badge.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Moment } from '../../ui/Moment.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { ResourceView } from '../../ui/ResourceView.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { DecideForm } from './DecideForm.tsx';

const POLL_MS = 5000;

const states: Readonly<Record<UndecidedAttempt['state'], string>> = {
  asking: 'Being asked',
  in_doubt: 'In doubt',
  received: 'Its notification has not come',
};

/** Payments of which nobody knows whether the acquirer acted, and notifications that fit none. */
export function UndecidedPage() {
  const { api } = useInspector();
  const resource = useResource({ load: api.undecided, everyMs: POLL_MS });
  return (
    <Page
      title="Undecided"
      lead="Payments of which nobody knows whether the acquirer acted. Their amounts stay held, and the service keeps asking by itself."
    >
      <ResourceView resource={resource}>
        {({ attempts, notifications }) => (
          <>
            {attempts.length === 0 && (
              <Empty title="Nothing is undecided">
                A payment stands here whose answer was lost, until the acquirer, a notification or you say how
                it ended.
              </Empty>
            )}
            {attempts.map((attempt) => (
              <Attempt key={attempt.key} attempt={attempt} onDecided={resource.reload} />
            ))}
            <Section title="Notifications that fit no payment">
              {notifications.length === 0 ? (
                <p class="muted">
                  None. What an acquirer tells that fits no payment is kept here, and changes nothing.
                </p>
              ) : (
                <Kept notifications={notifications} />
              )}
            </Section>
          </>
        )}
      </ResourceView>
    </Page>
  );
}

type AttemptProps = { readonly attempt: UndecidedAttempt; readonly onDecided: () => void };

function Attempt({ attempt, onDecided }: AttemptProps) {
  const { amount, currency, method, payment_id: id, state, doubt, tries, processor } = attempt;
  const title = `${method} ${moneyText(amount, currency)} at ${processor}`;
  return (
    <Section title={title} actions={<Badge tone="wait">{states[state]}</Badge>}>
      <DescriptionList
        rows={[
          [
            'Transaction',
            <a key="payment" href={addressOf('payments', { id })}>
              {attempt.transaction_id}
            </a>,
          ],
          ['Asked', <Moment key="asked" iso={attempt.asked_at} />],
          ['Tries', `${tries}${doubt === null ? '' : `, the last: ${doubt}`}`],
          ['Our reference', <code key="reference">{attempt.reference}</code>],
          ['Its reference', <code key="its">{attempt.processor_reference ?? 'none was told'}</code>],
        ]}
      />
      {state !== 'asking' && <DecideForm attempt={attempt} onDecided={onDecided} />}
    </Section>
  );
}

const keptColumns: readonly Column<KeptNotification>[] = [
  {
    head: 'Event',
    cell: ({ event, id }) => (
      <span>
        {event} <span class="under">{id}</span>
      </span>
    ),
  },
  { head: 'Acquirer', cell: ({ processor }) => processor },
  { head: 'Account', kind: 'wide', cell: ({ merchant_account: account }) => account },
  { head: 'Kept because', cell: ({ reason }) => reason.replaceAll('_', ' ') },
  { head: 'Came', cell: ({ received_at: at }) => <Moment iso={at} /> },
];

const Kept = ({ notifications }: { readonly notifications: readonly KeptNotification[] }) => (
  <Table
    label="Notifications that fit no payment"
    isStacked
    columns={keptColumns}
    rows={notifications}
    keyOf={({ id }) => id}
  />
);
