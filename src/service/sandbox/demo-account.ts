import { eq } from 'drizzle-orm';
import { takeStartLock } from '../../store/start-lock.ts';
import { DEMO_PUBLISHABLE_KEY, demoSecretKey } from '../base/keys/secret-key.ts';
import type { Core } from '../base/runtime/core.ts';
import { createAccount, merchantRows } from '../shoppers/accounts/create-account.ts';
import { type Account, accounts, merchants } from '../tables/accounts.ts';

/** Random account ids are larger. */
const DEMO_ACCOUNT = 1;

/** The second merchant's processor answers follow-ups by callback. */
const DEMO_MERCHANTS = [
  { id: 1001, ref: 'demo', pagesMayName: true },
  { id: 1002, ref: 'demo-async', pagesMayName: false },
];

/** Makes the account that the demo shop uses, when the store has none yet. */
export async function openDemoAccount(core: Core): Promise<Account> {
  const { db } = core;
  await takeStartLock(db);
  const [account] = await db.select().from(accounts).where(eq(accounts.publishableKey, DEMO_PUBLISHABLE_KEY));
  return account ? withMerchants(core, account) : createDemoAccount(core);
}

function createDemoAccount(core: Core) {
  return createAccount(core, {
    id: DEMO_ACCOUNT,
    name: 'Morrow Coffee',
    secretKey: demoSecretKey,
    publishableKey: DEMO_PUBLISHABLE_KEY,
    origins: ['http://localhost:*', 'http://127.0.0.1:*'],
    merchants: DEMO_MERCHANTS,
  });
}

/** Adds the demo merchants that a store of an earlier version lacks. */
async function withMerchants({ db, clock }: Core, account: Account): Promise<Account> {
  const rows = merchantRows(account, { merchants: DEMO_MERCHANTS, createdAt: clock.now() });
  await db.insert(merchants).values(rows).onConflictDoNothing();
  return account;
}
