import { useModel } from '@preact/signals';
import type { OpenOperation, Reconciliation } from '../../../contract/admin/reconciliation.ts';
import { Button } from '../../../wallet/ui/Button.tsx';
import { moneyText } from '../../format/money.ts';
import { Action } from '../../state/action.ts';
import { useInspector } from '../../state/inspector.ts';
import { addressOf } from '../../state/route.ts';
import { useResource } from '../../state/use-resource.ts';
import { ActionResult } from '../../ui/ActionResult.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Moment } from '../../ui/Moment.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { ResourceView } from '../../ui/ResourceView.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { AccountTotals } from './AccountTotals.tsx';
import { Differences } from './Differences.tsx';
import { LaterEvents } from './LaterEvents.tsx';
import { ResultBadge } from './ReconciliationPage.tsx';
import { dayText, resultOf, unreadWords } from './words.ts';

/** A day's reports beside our operations, by acquirer. */
export function ReconciliationDayPage({ day }: { readonly day: string }) {
  const { api } = useInspector();
  const resource = useResource({ load: async () => (await api.reconciliation(day)).reconciliations });
  return (
    <Page
      title={dayText(day)}
      lead={
        <>
          Reconciliation of this day in UTC · <a href={addressOf('reconciliation')}>All days</a>
        </>
      }
    >
      <ResourceView resource={resource}>
        {(results) =>
          results.length === 0 ? (
            <Empty title="This day has not been compared">
              <a href={addressOf('reconciliation', { query: { day } })}>Compare it now</a>.
            </Empty>
          ) : (
            results.map((result) => (
              <ResultOfDay key={result.processor} result={result} onCompared={resource.reloadOrThrow} />
            ))
          )
        }
      </ResourceView>
    </Page>
  );
}

type Props = { readonly result: Reconciliation; readonly onCompared: () => Promise<void> };

function ResultOfDay({ result, onCompared }: Props) {
  const { api } = useInspector();
  const action = useModel(Action);
  const { processor, day, reconciled_at: at } = result;
  const compare = () =>
    action.run(
      async () => {
        const { reconciliations } = await api.reconcile({ day, processor });
        await onCompared();
        return reconciliations[0];
      },
      (again) => comparedText(again),
    );
  return (
    <Section
      title={processor}
      actions={
        <Button class="button button-small" aria-label={`Compare again: ${processor}`} onClick={compare}>
          {action.status.value.name === 'working' ? 'Comparing …' : 'Compare again'}
        </Button>
      }
    >
      <p>
        <ResultBadge summary={result} />{' '}
        <span class="muted">
          {result.outcome !== 'unread' && `${result.agreed_count} of ${result.line_count} lines agree · `}
          compared <Moment iso={at} />
        </span>
      </p>
      <ActionResult action={action} />
      {result.outcome === 'unread' ? <Unread result={result} /> : <Compared result={result} />}
    </Section>
  );
}

/** What was found before stays where the report cannot be read another time. */
function comparedText(again: Reconciliation | undefined): string {
  if (!again) return 'Compared.';
  const unread = again.outcome === 'unread' && again.reason ? ` ${again.reason}.` : '';
  return `${resultOf(again).text}.${unread}`;
}

function Unread({ result: { reason, day, processor } }: { readonly result: Reconciliation }) {
  const { title, next } = unreadWords(reason);
  return (
    <Empty title={title}>
      {next} <a href={addressOf('reconciliation', { query: { day, processor } })}>Compare with a file</a>.
      {reason && <code class="under">{reason}</code>}
    </Empty>
  );
}

function Compared({ result }: { readonly result: Reconciliation }) {
  return (
    <>
      <AccountTotals result={result} />
      <Differences result={result} />
      {result.undecided.length > 0 && (
        <>
          <h3>Still pending</h3>
          <p class="muted">
            They have not ended, so they are no difference: a shopper is at the bank, or nobody knows yet
            whether the acquirer acted. <a href={addressOf('undecided')}>What is undecided</a>
          </p>
          <Table
            label="Still pending"
            isStacked
            columns={openColumns}
            rows={result.undecided}
            keyOf={({ reference }) => reference}
          />
        </>
      )}
      <LaterEvents events={result.later_events} />
    </>
  );
}

const openColumns: readonly Column<OpenOperation>[] = [
  {
    head: 'Transaction',
    cell: ({ payment_id: id, transaction_id }) => (
      <a class="row-link cut" href={addressOf('payments', { id })}>
        {transaction_id}
      </a>
    ),
  },
  { head: 'Method', cell: ({ method }) => <code>{method}</code> },
  { head: 'Merchant account', kind: 'wide', cell: ({ merchant_account: account }) => account },
  {
    head: 'Amount',
    kind: 'end',
    cell: ({ amount, currency }) => <span class="amount">{moneyText(amount, currency)}</span>,
  },
];
