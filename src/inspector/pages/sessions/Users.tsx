import { useModel } from '@preact/signals';
import type { AdminUser } from '../../../contract/admin/sessions.ts';
import { Button } from '../../../wallet/ui/Button.tsx';
import { Action } from '../../state/action.ts';
import { useInspector } from '../../state/inspector.ts';
import { addressOf } from '../../state/route.ts';
import { useMore } from '../../state/use-more.ts';
import { ActionResult } from '../../ui/ActionResult.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Moment } from '../../ui/Moment.tsx';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { ResourceView } from '../../ui/ResourceView.tsx';
import { type Column, Table } from '../../ui/Table.tsx';

/** A shop's users, by the shop's own ids. */
export function Users({ account }: { readonly account: number }) {
  const { api } = useInspector();
  const action = useModel(Action);
  const list = useMore<AdminUser, string>({
    load: async (after) => {
      const { users, next } = await api.users({ account_id: account, after });
      return { rows: users, next };
    },
  });
  const revoke = async (external_id: string) => {
    await action.run(
      () => api.revokeUser({ account_id: account, external_id }),
      `All sessions of ${external_id} have ended.`,
    );
    list.resource.reload();
  };
  return (
    <>
      <ActionResult action={action} />
      <ResourceView resource={list.resource}>
        {(shown) =>
          shown.rows.length === 0 ? (
            <Empty title="No user yet">
              A backend names one by externalID when it asks for a refresh token.
            </Empty>
          ) : (
            <>
              <Table
                label="Users"
                columns={columnsOf(account, revoke)}
                rows={shown.rows}
                keyOf={({ user_id }) => user_id}
              />
              <MoreButton onMore={list.more(shown)} />
            </>
          )
        }
      </ResourceView>
    </>
  );
}

function columnsOf(account: number, revoke: (user: string) => void): readonly Column<AdminUser>[] {
  return [
    {
      head: 'User',
      cell: ({ external_id: user }) => (
        <a href={addressOf('sessions', { query: { account, user } })}>{user}</a>
      ),
    },
    { head: 'Saved cards', kind: 'wide', cell: ({ saved_cards }) => saved_cards },
    { head: 'Tokens in force', cell: ({ refresh_tokens }) => refresh_tokens },
    { head: 'First seen', kind: 'wide', cell: ({ created_at }) => <Moment iso={created_at} /> },
    {
      head: 'Sessions',
      kind: 'end',
      cell: ({ external_id: user, refresh_tokens }) =>
        refresh_tokens > 0 && (
          <Button
            class="button button-small"
            aria-label={`End all sessions of ${user}`}
            onClick={() => revoke(user)}
          >
            End all
          </Button>
        ),
    },
  ];
}
