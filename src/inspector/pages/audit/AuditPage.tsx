import { useModel, useSignal } from '@preact/signals';
import type { AuditEntry, AuditVerdict } from '../../../contract/admin/audit.ts';
import { Button } from '../../../wallet/ui/Button.tsx';
import { Action } from '../../state/action.ts';
import { useInspector } from '../../state/inspector.ts';
import { useMore } from '../../state/use-more.ts';
import { ActionResult } from '../../ui/ActionResult.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Moment } from '../../ui/Moment.tsx';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { ResourceView } from '../../ui/ResourceView.tsx';
import { type Column, Table } from '../../ui/Table.tsx';

/** The actor id of acts by this page. */
const INSPECTOR = 'inspector';

const actors: Readonly<Record<AuditEntry['actor'], string>> = {
  'admin-token': 'Command or program',
  'secret-key': 'Backend',
  'wallet-session': 'Wallet',
  service: 'Service itself',
};

const columns: readonly Column<AuditEntry>[] = [
  { head: '#', kind: 'wide', cell: ({ seq }) => seq },
  {
    head: 'Act',
    cell: ({ act, subject }) => (
      <>
        <strong>{act}</strong>
        {subject !== null && <span class="under">{subject}</span>}
      </>
    ),
  },
  {
    head: 'By',
    cell: ({ actor, actor_id: id, address }) => (
      <>
        {id === INSPECTOR ? 'Inspector' : actors[actor]}
        <span class="under">
          {[id === INSPECTOR ? null : id, address ?? 'on this machine'].filter(Boolean).join(' · ')}
        </span>
      </>
    ),
  },
  { head: 'Details', kind: 'wide', cell: ({ details }) => <Details details={details} /> },
  { head: 'At', cell: ({ at }) => <Moment iso={at} /> },
];

function Details({ details }: Pick<AuditEntry, 'details'>) {
  return (
    <>
      {Object.entries(details).map(([name, value]) => (
        <span class="under" key={name}>
          {wordsOf(name)}: {valueText(value)}
        </span>
      ))}
    </>
  );
}

/** `refers_to` and `notificationUrls` as words. */
const wordsOf = (name: string) =>
  name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(valueText).join(', ');
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The audit log. */
export function AuditPage() {
  const { api } = useInspector();
  const verdict = useSignal<AuditVerdict | null>(null);
  const action = useModel(Action);
  const list = useMore({
    load: async (before?: number) => {
      const { entries, next } = await api.audit({ before });
      return { rows: entries, next };
    },
  });
  const verify = () =>
    action.run(async () => {
      verdict.value = (await api.verifyAudit()).verdict;
    }, 'Verified.');
  return (
    <Page
      title="Audit"
      lead="Who did what, from where and to what, by this machine’s clock. Each row is chained to the one before."
      actions={
        <Button class="button button-primary" onClick={verify}>
          Verify the chain
        </Button>
      }
    >
      <ActionResult action={action} />
      {verdict.value && <Verdict verdict={verdict.value} />}
      <ResourceView resource={list.resource}>
        {(shown) =>
          shown.rows.length === 0 ? (
            <Empty title="Nobody has done anything yet">
              A key that is made, a setting that is changed, or a clock that is moved stands here.
            </Empty>
          ) : (
            <>
              <Table label="Acts" columns={columns} rows={shown.rows} keyOf={({ id }) => id} />
              <MoreButton onMore={list.more(shown)} />
            </>
          )
        }
      </ResourceView>
    </Page>
  );
}

function Verdict({ verdict: { broken, head, waiting, unsealed } }: { readonly verdict: AuditVerdict }) {
  const isWhole = broken === null && unsealed === 0;
  return (
    <Section title="The chain">
      <p>
        <Badge tone={isWhole ? 'good' : 'bad'}>{isWhole ? 'Whole' : 'Broken'}</Badge>{' '}
        {broken
          ? `It breaks at row ${broken.seq}: ${broken.reason.replaceAll('_', ' ')}.`
          : `${head.seq} rows.`}{' '}
        {unsealed > 0 && `${unsealed} acts were left out of it or made up.`}
        {waiting > 0 && `${waiting} acts wait for their place.`}
      </p>
      <p class="muted">
        Note this outside the store, to prove later that nothing before it was changed: row {head.seq},{' '}
        <code class="wrap">{head.hash}</code>
      </p>
    </Section>
  );
}
