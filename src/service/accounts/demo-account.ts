import { eq } from 'drizzle-orm';
import type { ServiceContext } from '../context.ts';
import { accounts } from '../db/schema.ts';
import { DEMO_PUBLISHABLE_KEY, demoSecretKey } from '../keys/secret-key.ts';
import { createAccount } from './create-account.ts';
import type { Account } from './find-account.ts';

/** Makes the account that the demo shop uses, when the store has none yet. */
export async function openDemoAccount(context: ServiceContext): Promise<Account> {
  const [found] = await context.db
    .select()
    .from(accounts)
    .where(eq(accounts.publishableKey, DEMO_PUBLISHABLE_KEY));
  if (found) return found;
  return createAccount(context, {
    name: 'Demo shop',
    secretKey: demoSecretKey,
    publishableKey: DEMO_PUBLISHABLE_KEY,
    origins: ['http://localhost:*', 'http://127.0.0.1:*'],
    merchants: [{ id: 1001, ref: 'demo' }],
  });
}
