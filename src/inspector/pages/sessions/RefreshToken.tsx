import { useModel } from '@preact/signals';
import type { AdminRefreshToken, AdminWalletSession } from '../../../contract/admin/sessions.ts';
import { Button } from '../../../wallet/ui/Button.tsx';
import { ErrorLink } from '../../parts/ErrorLink.tsx';
import { Action } from '../../state/action.ts';
import { useInspector } from '../../state/inspector.ts';
import { addressOf } from '../../state/route.ts';
import { ActionResult } from '../../ui/ActionResult.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Moment } from '../../ui/Moment.tsx';

type Props = {
  readonly token: AdminRefreshToken;
  readonly account: number;
  readonly onChanged: () => void;
};

/** A refresh token, identified only by its number, with the wallets that it opened. */
export function RefreshToken({ token, account, onChanged }: Props) {
  const { api } = useInspector();
  const action = useModel(Action);
  const { refresh_token_id: id, external_id: user, wallet_sessions: wallets } = token;
  const revoke = async () => {
    await action.run(() => api.revokeToken(id), 'Revoked: its wallets have ended.');
    onChanged();
  };
  return (
    <li class="token">
      <div class="attempt-head">
        <strong>
          {user === null ? (
            `Guest ${token.user_id}`
          ) : (
            <a href={addressOf('sessions', { query: { account, user } })}>{user}</a>
          )}
        </strong>
        <StateOf token={token} />
        {token.view !== null && <span class="muted">{token.view} alone</span>}
        {token.merchant_id !== null && <span class="muted">merchant_id {token.merchant_id}</span>}
        <span class="muted">
          made <Moment iso={token.created_at} />
        </span>
        {token.is_in_force && (
          <Button
            class="button button-small"
            aria-label={`Revoke the token of ${user ?? 'this guest'}`}
            onClick={revoke}
          >
            Revoke
          </Button>
        )}
      </div>
      <ActionResult action={action} />
      {wallets.length === 0 ? (
        <p class="muted">No page has connected with it.</p>
      ) : (
        <ul class="rows">
          {wallets.map((wallet) => (
            <WalletSession key={wallet.wallet_session_id} wallet={wallet} onChanged={onChanged} />
          ))}
        </ul>
      )}
    </li>
  );
}

function StateOf({ token: { is_in_force, revoked_at } }: Pick<Props, 'token'>) {
  if (is_in_force) return <Badge tone="good">In force</Badge>;
  return <Badge tone="plain">{revoked_at === null ? 'Expired' : 'Revoked'}</Badge>;
}

type WalletProps = { readonly wallet: AdminWalletSession } & Pick<Props, 'onChanged'>;

function WalletSession({ wallet, onChanged }: WalletProps) {
  const { api } = useInspector();
  const action = useModel(Action);
  const end = async () => {
    await action.run(() => api.endWallet(wallet.wallet_session_id), 'Ended.');
    onChanged();
  };
  return (
    <li>
      <span>
        <code class="wrap">{wallet.origin}</code>{' '}
        <span class="muted">
          last seen <Moment iso={wallet.last_seen_at} />
          {wallet.ended_at !== null && ', ended'}
        </span>
        {wallet.refusals.map(({ request_id, error_code, at }) => (
          <span class="under" key={request_id}>
            refused: {error_code !== null && <ErrorLink code={error_code} />} <Moment iso={at} />
          </span>
        ))}
        <ActionResult action={action} />
      </span>
      {wallet.ended_at === null && (
        <Button class="button button-small" aria-label={`End the wallet on ${wallet.origin}`} onClick={end}>
          End
        </Button>
      )}
    </li>
  );
}
