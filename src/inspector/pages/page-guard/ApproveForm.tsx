import { useModel } from '@preact/signals';
import { type AdminPageItem, ApproveRequest } from '../../../contract/admin/page-guard.ts';
import { Button } from '../../../wallet/ui/Button.tsx';
import { Field } from '../../../wallet/ui/Field.tsx';
import { Action } from '../../state/action.ts';
import { useInspector } from '../../state/inspector.ts';
import { ActionResult } from '../../ui/ActionResult.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { takeForm, textOf } from '../../ui/form-values.ts';
import { Moment } from '../../ui/Moment.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { kindWords, placeText, seenBy } from './words.ts';

type Props = {
  readonly pageId: number;
  readonly items: readonly AdminPageItem[];
  /** Whether nothing of the page was approved before: then all are chosen. */
  readonly isFirst: boolean;
  readonly onDone: () => void;
};

/** Approves chosen items with a reason, or forgets what somebody invented. */
export function ApproveForm({ pageId, items, isFirst, onDone }: Props) {
  const { api } = useInspector();
  const action = useModel(Action);
  const decide = async (event: SubmitEvent) => {
    const form = takeForm(event);
    if (!form) return;
    const chosen = form.getAll('item').map(Number);
    const isForgotten = event.submitter?.getAttribute('value') === 'forget';
    const work = async () => {
      if (isForgotten) for (const id of chosen) await api.forgetPageItem(pageId, id);
      else
        await api.approvePageItems(
          pageId,
          ApproveRequest.parse({
            items: chosen,
            reason: textOf(form, 'reason'),
            of_place: form.get('of_place') !== null,
          }),
        );
    };
    if (await action.run(work, isForgotten ? 'Forgotten.' : 'Approved.')) onDone();
  };
  return (
    <form class="form" onSubmit={decide}>
      <Table
        label="Not approved"
        isStacked
        columns={columnsOf(isFirst)}
        rows={items}
        keyOf={({ id }) => id}
      />
      <Field
        label="Reason"
        name="reason"
        maxLength={500}
        placeholder="Our own checkout, release 41"
        hint="Why the page needs it: the inventory and the audit log keep it."
        error={null}
      />
      <Checkbox name="of_place" label="Whatever the place holds, from now on" checked={false} />
      <div class="actions">
        <Button type="submit" class="button button-primary" value="approve">
          Approve the chosen
        </Button>
        <Button type="submit" class="button" value="forget">
          Forget the chosen
        </Button>
      </div>
      <ActionResult action={action} />
    </form>
  );
}

const columnsOf = (isFirst: boolean): readonly Column<AdminPageItem>[] => [
  {
    head: 'Choose',
    cell: ({ id, kind, place }) => (
      <label class="checkbox">
        <input class="checkbox-input" type="checkbox" name="item" value={id} defaultChecked={isFirst} />
        <span class="checkbox-label">
          {kindWords[kind] ?? kind}: <code>{placeText(place)}</code>
        </span>
      </label>
    ),
  },
  { head: 'Digest', kind: 'wide', cell: ({ print }) => <code>{print.slice(0, 10)}</code> },
  { head: 'Seen by', cell: seenBy },
  {
    head: 'First seen',
    cell: ({ first_reported_at: reported, first_visited_at: visited }) => {
      const at = reported ?? visited;
      return at && <Moment iso={at} />;
    },
  },
];
