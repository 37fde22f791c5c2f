import { eq, type SQL, sql } from 'drizzle-orm';
import { placeholder, readStatement } from '../../../store/statement.ts';
import type { Core } from '../../base/runtime/core.ts';
import { accounts, merchants } from '../../tables/accounts.ts';

/**
 * The name that shoppers know the shop by: the merchant's, or else the account's. For a query that reads both tables;
 * null where no account was joined.
 */
export function shopNameOf(): SQL<string | null> {
  return sql<string | null>`case when ${accounts.id} is null then null
    else coalesce(${merchants.settings} ->> 'shopName', ${accounts.name}) end`;
}

/** The name of one merchant's shop. */
export async function readShopName({ db }: Core, merchantId: number): Promise<string> {
  const [found] = await shopNames(db, { merchantId });
  if (!found) throw new Error(`Cannot name the shop of merchant ${merchantId}: found none, expected one`);
  return found.shopName ?? '';
}

const shopNames = readStatement<{ merchantId: number }, { shopName: string | null }>((db) =>
  db
    .select({ shopName: shopNameOf() })
    .from(merchants)
    .innerJoin(accounts, eq(accounts.id, merchants.accountId))
    .where(eq(merchants.id, placeholder('merchantId', merchants.id))),
);
