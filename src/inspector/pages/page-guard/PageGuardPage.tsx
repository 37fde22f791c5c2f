import { useModel } from '@preact/signals';
import type { AdminGuardedPage } from '../../../contract/admin/page-guard.ts';
import { Button } from '../../../wallet/ui/Button.tsx';
import { Field } from '../../../wallet/ui/Field.tsx';
import { AccountChoice, OtherAccounts, useAccountId } from '../../parts/AccountChoice.tsx';
import { Action } from '../../state/action.ts';
import { useInspector } from '../../state/inspector.ts';
import { addressOf } from '../../state/route.ts';
import { useResource } from '../../state/use-resource.ts';
import { ActionResult } from '../../ui/ActionResult.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { takeForm, textOf } from '../../ui/form-values.ts';
import { Moment } from '../../ui/Moment.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { ResourceView } from '../../ui/ResourceView.tsx';
import { type Column, Table } from '../../ui/Table.tsx';

const POLL_MS = 5000;

/** Guarded pages of an account, where their alarms go, and which of them the service visits. */
export function PageGuardPage() {
  const accountId = useAccountId();
  return (
    <Page
      title="Page guard"
      lead="Which scripts, frames and forms the pages with your wallet have, and what came to them that nobody approved."
    >
      <div class="filters">
        <AccountChoice />
      </div>
      {accountId !== undefined && <Pages key={accountId} accountId={accountId} />}
    </Page>
  );
}

function Pages({ accountId }: { readonly accountId: number }) {
  const { api } = useInspector();
  const resource = useResource({ load: () => api.guardedPages({ account_id: accountId }), everyMs: POLL_MS });
  return (
    <ResourceView resource={resource}>
      {({ pages, receiver }) => (
        <>
          {pages.length === 0 ? (
            <Empty title="No page reports yet">
              Put the tag of guard.js into the page with the wallet, and load it.
              <OtherAccounts />
            </Empty>
          ) : (
            <Table label="Guarded pages" isStacked columns={columns} rows={pages} keyOf={({ id }) => id} />
          )}
          <Section title="Visit a page">
            <VisitForm accountId={accountId} onDone={resource.reload} />
          </Section>
          <Section title="Where alarms are sent">
            <ReceiverForm key={receiver} accountId={accountId} receiver={receiver} onDone={resource.reload} />
          </Section>
        </>
      )}
    </ResourceView>
  );
}

const columns: readonly Column<AdminGuardedPage>[] = [
  {
    head: 'Page',
    cell: ({ id, origin, name }) => (
      <span>
        <a href={addressOf('page-guard', { id: String(id) })}>{name}</a> <span class="under">{origin}</span>
      </span>
    ),
  },
  {
    head: 'State',
    cell: ({ open_alarms: alarms, unapproved_count: unapproved }) =>
      alarms > 0 || unapproved > 0 ? (
        <Badge tone="bad">{unapproved > 0 ? `${unapproved} not approved` : `${alarms} open`}</Badge>
      ) : (
        <Badge tone="good">Approved</Badge>
      ),
  },
  { head: 'Items', kind: 'end', cell: ({ item_count: count }) => count },
  { head: 'Reports', kind: 'end', cell: ({ report_count: count }) => count },
  { head: 'Reported', cell: ({ reported_at: at }) => (at ? <Moment iso={at} /> : 'never') },
  {
    head: 'Visited',
    cell: ({ visited_at: at, visit_failure: failure }) =>
      failure ? `not: ${failure.replaceAll('_', ' ')}` : at ? <Moment iso={at} /> : 'never',
  },
];

type VisitProps = { readonly accountId: number; readonly onDone: () => void };

function VisitForm({ accountId, onDone }: VisitProps) {
  const { api } = useInspector();
  const action = useModel(Action);
  const visit = async (event: SubmitEvent) => {
    const form = takeForm(event);
    if (!form) return;
    const setting = { account_id: accountId, address: textOf(form, 'address') };
    if (await action.run(() => api.visitPage(setting), 'The service visits it now, and each hour.')) onDone();
  };
  return (
    <form class="form" onSubmit={visit}>
      <Field
        label="Its address"
        name="address"
        required
        placeholder="https://shop.example/checkout"
        hint="Of an origin that the account has registered. The service fetches it as a shopper, without cookies."
        error={null}
      />
      <Button type="submit" class="button button-primary">
        Visit it
      </Button>
      <ActionResult action={action} />
    </form>
  );
}

type ReceiverProps = VisitProps & { readonly receiver: string | null };

function ReceiverForm({ accountId, receiver, onDone }: ReceiverProps) {
  const { api } = useInspector();
  const action = useModel(Action);
  const save = async (event: SubmitEvent) => {
    const form = takeForm(event);
    if (!form) return;
    const url = textOf(form, 'url');
    const setting = { account_id: accountId, url: url === '' ? null : url };
    if (await action.run(() => api.setAlarmReceiver(setting), 'Saved.')) onDone();
  };
  return (
    <form class="form" onSubmit={save}>
      <Field
        label="Address"
        name="url"
        defaultValue={receiver ?? ''}
        hint="Signed as callbacks are. Empty: alarms are shown here alone."
        error={null}
      />
      <Button type="submit" class="button">
        Save
      </Button>
      <ActionResult action={action} />
    </form>
  );
}
