import { and, asc, eq, isNull } from 'drizzle-orm';
import type { AdminAccount, AdminMerchant } from '../../../contract/admin/accounts.ts';
import { isAnyOf } from '../../../store/any-of.ts';
import type { Core } from '../../base/runtime/core.ts';
import { ServiceError } from '../../base/service-error.ts';
import { webhookSecret } from '../../callbacks/webhook-secrets.ts';
import { mayPagesName } from '../../shoppers/accounts/may-pages-name.ts';
import { type Account, accounts, type MerchantRow, merchants, secretKeys } from '../../tables/accounts.ts';

/** Lists accounts in the order in which they were opened. */
export async function listAccounts(core: Core): Promise<AdminAccount[]> {
  const rows = await core.db.select().from(accounts).orderBy(asc(accounts.createdAt), asc(accounts.id));
  return withKeysAndMerchants(core, rows);
}

export async function readAccount(core: Core, id: number): Promise<AdminAccount> {
  const [account] = await withKeysAndMerchants(core, [await requireAccount(core, id)]);
  if (!account) throw new Error(`Cannot read account ${id}: found no row, expected one`);
  return account;
}

async function withKeysAndMerchants(core: Core, rows: readonly Account[]): Promise<AdminAccount[]> {
  const ids = rows.map(({ id }) => id);
  const keys = await core.db
    .select()
    .from(secretKeys)
    .where(and(isAnyOf(secretKeys.accountId, ids), isNull(secretKeys.revokedAt)));
  const merchantRows = await core.db
    .select()
    .from(merchants)
    .where(isAnyOf(merchants.accountId, ids))
    .orderBy(asc(merchants.createdAt), asc(merchants.ref));
  return rows.map((account) => ({
    ...adminAccount(core, account),
    secret_key_ids: keys.filter(({ accountId }) => accountId === account.id).map(({ id }) => id),
    merchants: merchantRows.filter(({ accountId }) => accountId === account.id).map(adminMerchant),
  }));
}

function adminAccount(core: Core, account: Account) {
  return {
    account_id: account.id,
    name: account.name,
    publishable_key: account.publishableKey,
    webhook_secret: webhookSecret(core, account),
    origins: account.origins,
  };
}

export function adminMerchant(merchant: MerchantRow): AdminMerchant {
  const settings = { ...merchant.settings, pagesMayName: mayPagesName(merchant) };
  return { merchant_id: merchant.id, merchant_ref: merchant.ref, settings };
}

export async function requireAccount({ db }: Core, id: number): Promise<Account> {
  const [account] = await db.select().from(accounts).where(eq(accounts.id, id));
  if (account) return account;
  throw new ServiceError('not_found', 'Cannot find the account: none has this id');
}
