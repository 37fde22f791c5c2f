import { and, eq, type SQL } from 'drizzle-orm';
import type { Database } from '../../../store/database.ts';
import { placeholder, readStatement } from '../../../store/statement.ts';
import type { Core } from '../../base/runtime/core.ts';
import { ServiceError } from '../../base/service-error.ts';
import { type MerchantRow, merchants } from '../../tables/accounts.ts';

type MerchantName = {
  readonly accountId: number;
  readonly merchantId?: number | undefined;
  readonly merchantRef?: string | undefined;
};

/**
 * Finds a merchant by id, by reference or by both. An unknown merchant and somebody else's get the same answer. An id and
 * a reference of different merchants are a conflict.
 */
export async function resolveMerchant(core: Core, name: MerchantName): Promise<MerchantRow> {
  const { accountId, merchantId, merchantRef } = name;
  const byId = merchantId === undefined ? undefined : await find(core, accountId, { id: merchantId });
  const byRef = merchantRef === undefined ? undefined : await find(core, accountId, { ref: merchantRef });
  if (byId && byRef && byId.id !== byRef.id) {
    throw new ServiceError(
      'parameter_conflict',
      "Cannot resolve the merchant: 'merchant_id' and 'merchantRef' name different ones, expected the same",
      { param: 'merchantRef' },
    );
  }
  const merchant = byId ?? byRef;
  if (!merchant) throw new Error('Cannot resolve the merchant: found no id and no reference, expected one');
  return merchant;
}

type MerchantKey = { readonly id: number } | { readonly ref: string };

async function find(core: Core, accountId: number, key: MerchantKey): Promise<MerchantRow> {
  const name = JSON.stringify([accountId, key]);
  const merchant = await core.rowCache.merchants.find(name, () => read(core, accountId, key));
  if (merchant) return merchant;
  throw new ServiceError(
    'merchant_forbidden',
    'Cannot use the merchant: not one of this account, expected an id or reference issued to it',
    { param: 'id' in key ? 'merchant_id' : 'merchantRef' },
  );
}

async function read({ db }: Core, accountId: number, key: MerchantKey): Promise<MerchantRow | undefined> {
  const [merchant] =
    'id' in key
      ? await merchantById(db, { accountId, ...key })
      : await merchantByRef(db, { accountId, ...key });
  return merchant;
}

const merchantById = readStatement<{ accountId: number; id: number }, MerchantRow>((db) =>
  selectMerchant(db, eq(merchants.id, placeholder('id', merchants.id))),
);
const merchantByRef = readStatement<{ accountId: number; ref: string }, MerchantRow>((db) =>
  selectMerchant(db, eq(merchants.ref, placeholder('ref', merchants.ref))),
);

function selectMerchant(db: Database, isNamed: SQL) {
  const isOfAccount = eq(merchants.accountId, placeholder('accountId', merchants.accountId));
  return db.select().from(merchants).where(and(isOfAccount, isNamed));
}
