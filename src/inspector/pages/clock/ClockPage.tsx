import { useModel, useSignal } from '@preact/signals';
import type { DueEntry } from '../../../contract/admin/service.ts';
import { Button } from '../../../wallet/ui/Button.tsx';
import { Field } from '../../../wallet/ui/Field.tsx';
import { momentText, readSpan, spanText } from '../../format/moment.ts';
import { Action } from '../../state/action.ts';
import { useInspector } from '../../state/inspector.ts';
import { addressOf } from '../../state/route.ts';
import { useResource } from '../../state/use-resource.ts';
import { ActionResult } from '../../ui/ActionResult.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { takeForm, textOf } from '../../ui/form-values.ts';
import { Moment } from '../../ui/Moment.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { ResourceView } from '../../ui/ResourceView.tsx';
import { type Column, Table } from '../../ui/Table.tsx';

const POLL_MS = 3000;

const presets = [
  ['1 minute', 60],
  ['15 minutes', 900],
  ['1 hour', 3600],
  ['1 day', 86_400],
  ['8 days', 691_200],
  ['32 days', 2_764_800],
] as const;

const kinds: Readonly<Record<DueEntry['kind'], string>> = {
  'finish-operation': 'The processor answers',
  'expire-authorisation': 'An authorisation ends',
  'answer-challenge': 'The bank answers a challenge',
  'expire-challenge': 'A challenge runs out',
  'expire-provider-payment': 'A payment at a provider runs out',
  'send-callback': 'A callback is sent again',
};

/** The service's time, and what falls due. */
export function ClockPage() {
  const { api, service } = useInspector();
  const action = useModel(Action);
  const resource = useResource({
    load: async () => {
      const [clock, due] = await Promise.all([api.clock(), api.due()]);
      return { clock, due };
    },
    everyMs: POLL_MS,
  });
  const advance = async (seconds: number) => {
    await action.run(() => api.advanceClock(seconds), `The clock is ${spanText(seconds)} further.`);
    resource.reload();
  };
  return (
    <Page
      title="Clock"
      lead="Move the service’s time, and what is due then happens now. It never goes back, but by a reset."
    >
      <ResourceView resource={resource}>
        {({ clock, due }) => (
          <>
            <Section title="Now">
              <DescriptionList
                rows={[
                  ['The service’s time', <Moment key="now" iso={clock.now} />],
                  [
                    'Ahead of this machine',
                    clock.advanced_seconds === 0 ? 'no' : spanText(clock.advanced_seconds),
                  ],
                ]}
              />
              {service.may_reset ? (
                <Advance onAdvance={advance} onInvalid={action.forget} />
              ) : (
                <ClockIsFixed />
              )}
              <ActionResult action={action} />
            </Section>
            <Section title="What falls due next">
              <p class="muted">
                A move, however far, makes one attempt of each callback that is due by then.
              </p>
              <Due entries={due.due} now={due.now} onAdvance={service.may_reset ? advance : undefined} />
              {due.has_more && <p class="muted">The first 100 are shown.</p>}
            </Section>
          </>
        )}
      </ResourceView>
    </Page>
  );
}

const ClockIsFixed = () => <p class="muted">Others use this service, so nobody moves its clock.</p>;

type AdvanceProps = {
  readonly onAdvance: (seconds: number) => void;
  /** Clears the result of an earlier move. */
  readonly onInvalid: () => void;
};

function Advance({ onAdvance, onInvalid }: AdvanceProps) {
  const error = useSignal<string | null>(null);
  const submit = (event: SubmitEvent) => {
    const form = takeForm(event);
    if (!form) return;
    const seconds = readSpan(textOf(form, 'span'));
    error.value = seconds === null ? 'Write a number with its unit, such as 90s, 5m, 2h 30m or 8d' : null;
    if (seconds === null) onInvalid();
    else onAdvance(seconds);
  };
  return (
    <>
      <fieldset class="presets">
        <legend>Move it by</legend>
        {presets.map(([words, seconds]) => (
          <Button key={seconds} class="button button-small" onClick={() => onAdvance(seconds)}>
            {words}
          </Button>
        ))}
      </fieldset>
      <form class="line-form" onSubmit={submit}>
        <Field label="Or by" name="span" placeholder="2h 30m" autocomplete="off" error={error.value} />
        <Button type="submit">Move</Button>
      </form>
    </>
  );
}

type DueProps = {
  readonly entries: readonly DueEntry[];
  readonly now: string;
  readonly onAdvance: ((seconds: number) => void) | undefined;
};

function Due({ entries, now, onAdvance }: DueProps) {
  if (entries.length === 0) {
    return (
      <Empty title="Nothing is due">
        An authorisation, an open challenge or a callback that failed would stand here.
      </Empty>
    );
  }
  const secondsTo = ({ at }: DueEntry) => Math.ceil((Date.parse(at) - Date.parse(now)) / 1000);
  const columns: readonly Column<DueEntry>[] = [
    {
      head: 'What',
      cell: ({ kind, held_until }) => (
        <>
          {kinds[kind]}
          {held_until !== null && <small class="muted"> held until then: its receiver asked for less</small>}
        </>
      ),
    },
    {
      head: 'Payment',
      cell: ({ payment_id, order_id }) => (
        <a href={addressOf('payments', { id: payment_id })}>{order_id || payment_id.slice(0, 8)}</a>
      ),
    },
    { head: 'At', kind: 'wide', cell: ({ at }) => <Moment iso={at} /> },
    {
      head: 'In',
      cell: (entry) => <span class="unbroken">{dueText(secondsTo(entry))}</span>,
    },
    {
      head: 'Move',
      kind: 'end',
      cell: (entry) =>
        onAdvance &&
        secondsTo(entry) > 0 && (
          <Button
            class="button button-small"
            aria-label={`Move there: ${momentText(entry.at)}, ${kinds[entry.kind]}`}
            onClick={() => onAdvance(secondsTo(entry) + 1)}
          >
            Move there
          </Button>
        ),
    },
  ];
  return (
    <Table
      label="What falls due"
      isStacked
      columns={columns}
      rows={entries}
      keyOf={({ kind, transaction_id, callback_id }) => `${kind} ${transaction_id} ${callback_id}`}
    />
  );
}

function dueText(seconds: number): string {
  if (seconds > 0) return spanText(seconds);
  return seconds > -5 ? 'now' : `${spanText(-seconds)} overdue`;
}
