import { useModel } from '@preact/signals';
import type { AdminAlarm, AdminPageItem, GuardedPageAnswer } from '../../../contract/admin/page-guard.ts';
import { Button } from '../../../wallet/ui/Button.tsx';
import { Action } from '../../state/action.ts';
import { useInspector } from '../../state/inspector.ts';
import { useResource } from '../../state/use-resource.ts';
import { ActionResult } from '../../ui/ActionResult.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Code } from '../../ui/Code.tsx';
import { Moment } from '../../ui/Moment.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { ResourceView } from '../../ui/ResourceView.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { ApproveForm } from './ApproveForm.tsx';
import { alarmWords, kindWords, placeText, seenBy } from './words.ts';

const POLL_MS = 5000;

/** A guarded page: its alarms, what is on it, and what an operator decides. All places are shown as text, as anybody can send them. */
export function GuardedPagePage({ id }: { readonly id: string }) {
  const { api } = useInspector();
  const resource = useResource({ load: () => api.guardedPage(id), everyMs: POLL_MS });
  return (
    <Page title="Guarded page" lead="What the page’s own reports and the service’s visits have seen.">
      <ResourceView resource={resource}>
        {(answer) => <Inventory answer={answer} onChange={resource.reload} />}
      </ResourceView>
    </Page>
  );
}

type Props = { readonly answer: GuardedPageAnswer; readonly onChange: () => void };

function Inventory({ answer: { page, items, alarms }, onChange }: Props) {
  const waiting = items.filter(({ approved_at: at }) => at === null);
  const approved = items.filter(({ approved_at: at }) => at !== null);
  return (
    <>
      <p>
        <code>{page.name}</code> of <code>{page.origin}</code>: {page.report_count} reports
        {page.visit_address !== null && (
          <>
            , visited as <code>{page.visit_address}</code>
          </>
        )}
      </p>
      {alarms.length > 0 && (
        <Section title="Alarms">
          <Table label="Alarms" isStacked columns={alarmColumns} rows={alarms} keyOf={({ id }) => id} />
        </Section>
      )}
      {waiting.length > 0 && (
        <Section title="Not approved">
          <ApproveForm pageId={page.id} items={waiting} isFirst={approved.length === 0} onDone={onChange} />
        </Section>
      )}
      <Section title="Approved">
        {approved.length === 0 ? (
          <p class="muted">Nothing yet.</p>
        ) : (
          <Table
            label="Approved"
            isStacked
            columns={approvedColumns}
            rows={approved}
            keyOf={({ id }) => id}
          />
        )}
      </Section>
      <Decisions pageId={page.id} hasOpenAlarms={page.open_alarms > 0} onChange={onChange} />
    </>
  );
}

const alarmColumns: readonly Column<AdminAlarm>[] = [
  {
    head: 'Alarm',
    cell: ({ kind, closed_at: closed }) => (
      <Badge tone={closed === null ? 'bad' : 'plain'}>{alarmWords[kind]}</Badge>
    ),
  },
  {
    head: 'About',
    cell: ({ items, count }) => (
      <ul>
        {items.map(({ kind, place, print, seen_by: by }) => (
          <li key={`${kind} ${place} ${print}`}>
            {kindWords[kind] ?? kind}: <code>{placeText(place)}</code>{' '}
            <span class="under">seen by the {by}</span>
          </li>
        ))}
        {count > items.length && <li>and {count - items.length} more</li>}
      </ul>
    ),
  },
  { head: 'Raised', cell: ({ created_at: at }) => <Moment iso={at} /> },
  { head: 'Sent', cell: ({ sent_at: at }) => (at ? <Moment iso={at} /> : 'no') },
];

const approvedColumns: readonly Column<AdminPageItem>[] = [
  { head: 'Kind', cell: ({ kind }) => kindWords[kind] ?? kind },
  { head: 'Place', cell: ({ place }) => <code>{placeText(place)}</code> },
  { head: 'Digest', kind: 'wide', cell: ({ print, is_of_place: any }) => (any ? 'any' : print.slice(0, 10)) },
  { head: 'Seen by', cell: seenBy },
  { head: 'Reason', cell: ({ reason }) => reason },
  { head: 'Approved', cell: ({ approved_at: at }) => at && <Moment iso={at} /> },
];

type DecisionsProps = {
  readonly pageId: number;
  readonly hasOpenAlarms: boolean;
  readonly onChange: () => void;
};

function Decisions({ pageId, hasOpenAlarms, onChange }: DecisionsProps) {
  const { api } = useInspector();
  const action = useModel(Action);
  const exported = useModel(Action);
  const close = async () => {
    if (await action.run(() => api.closePageAlarms(pageId), 'Closed.')) onChange();
  };
  const status = exported.status.value;
  return (
    <Section title="Evidence">
      <div class="actions">
        {hasOpenAlarms && (
          <Button type="button" class="button" onClick={close}>
            Close the alarms
          </Button>
        )}
        <Button
          type="button"
          class="button"
          onClick={() =>
            exported.run(
              () => api.exportGuardedPage(pageId),
              ({ jws }) => jws,
            )
          }
        >
          Export, signed
        </Button>
      </div>
      <ActionResult action={action} />
      {status.name === 'done' && <Code label="Inventory as a JWS" text={status.message} />}
      {status.name === 'failed' && <ActionResult action={exported} />}
    </Section>
  );
}
