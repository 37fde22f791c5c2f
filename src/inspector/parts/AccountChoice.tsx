import { useInspector } from '../state/inspector.ts';
import { addressOf } from '../state/route.ts';
import { Select } from '../ui/Select.tsx';

/** The id of the chosen account, else of the first. */
export function useAccountId(): number | undefined {
  const { accounts, route } = useInspector();
  const accountId = Number(route.account.value);
  return accounts.find(({ account_id: id }) => id === accountId)?.account_id ?? accounts[0]?.account_id;
}

/** A hint for an empty list: another account may have entries. */
export function OtherAccounts() {
  const { accounts } = useInspector();
  return accounts.length < 2 ? null : <> Another account may have some: choose it above.</>;
}

/** Chooses the account, if there are several. */
export function AccountChoice() {
  const { accounts, route } = useInspector();
  const current = useAccountId();
  if (accounts.length < 2) return null;
  const { page } = route.place.value;
  return (
    <Select
      label="Account"
      value={String(current)}
      options={accounts.map(
        ({ account_id, name }) => [String(account_id), `${name} (${account_id})`] as const,
      )}
      onChange={(account) => page && route.replace(addressOf(page, { query: { account } }))}
    />
  );
}
