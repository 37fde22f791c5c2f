import { eq } from 'drizzle-orm';
import type { AccountChange, AdminAccount } from '../../../contract/admin/accounts.ts';
import type { Core } from '../../base/runtime/core.ts';
import { ServiceError } from '../../base/service-error.ts';
import { accounts } from '../../tables/accounts.ts';
import { listAccounts, requireAccount } from './list-accounts.ts';
import { refuseOrigins } from './open-account.ts';

type Change = { readonly accountId: number; readonly change: AccountChange };

/** Sets an account's name and origins; what is not named stays. A wallet that is open goes on. */
export async function changeAccount(context: Core, { accountId, change }: Change): Promise<AdminAccount> {
  const { name, origins } = change;
  refuseOrigins(origins ?? []);
  const before = await requireAccount(context, accountId);
  await context.db
    .update(accounts)
    .set({ name: name ?? before.name, origins: origins ?? before.origins })
    .where(eq(accounts.id, accountId));
  const account = (await listAccounts(context)).find(({ account_id }) => account_id === accountId);
  if (account) return account;
  throw new ServiceError('not_found', 'Cannot change the account: none has this id');
}
