import { type SQL, sql } from 'drizzle-orm';
import { accounts, merchants } from '../tables/accounts.ts';

/**
 * The name that shoppers know the shop by: the merchant's, or else the account's. For a query that reads both tables;
 * null where no account was joined.
 */
export function shopNameOf(): SQL<string | null> {
  return sql<string | null>`case when ${accounts.id} is null then null
    else coalesce(${merchants.settings} ->> 'shopName', ${accounts.name}) end`;
}
