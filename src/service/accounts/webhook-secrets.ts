import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context/context.ts';
import { accounts } from '../tables/accounts.ts';
import type { Account } from './find-account.ts';

type Sealing = Pick<ServiceContext, 'masterKey'>;

/** How long the previous secret still signs as well. Rule: callbacks/signing. */
const ROTATION_MS = 86_400_000;

/** A new `whsec_…`, sealed for the account with this publishable key. */
export function newWebhookSecret({ masterKey }: Sealing, publishableKey: string): Uint8Array {
  const whsec = `whsec_${randomBytes(32).toString('base64')}`;
  return masterKey.seal(Buffer.from(whsec), sealingContext(publishableKey));
}

/** `whsec_…`: signs the account's callbacks. */
export function webhookSecret(context: Sealing, account: Account): string {
  return opened(context, account, account.webhookSecret);
}

/** The current secret, and for a day after a rotation the previous one too. */
export function signingSecrets(context: Sealing & Pick<ServiceContext, 'clock'>, account: Account): string[] {
  const { previousWebhookSecret: previous, webhookSecretRotatedAt: rotatedAt } = account;
  const age = context.clock.now().getTime() - (rotatedAt?.getTime() ?? 0);
  const isOver = previous === null || rotatedAt === null || age >= ROTATION_MS;
  return [webhookSecret(context, account), ...(isOver ? [] : [opened(context, account, previous)])];
}

/** Gives the account a new secret; the old one signs beside it for a day. */
export async function rotateWebhookSecret(context: ServiceContext, account: Account): Promise<string> {
  const [rotated] = await context.db
    .update(accounts)
    .set({
      webhookSecret: newWebhookSecret(context, account.publishableKey),
      // Taken from the row, because another rotation may have come first.
      previousWebhookSecret: sql`${accounts.webhookSecret}`,
      webhookSecretRotatedAt: context.clock.now(),
    })
    .where(eq(accounts.id, account.id))
    .returning();
  if (!rotated) throw new Error(`Cannot rotate the webhook secret: found no account ${account.id}`);
  return webhookSecret(context, rotated);
}

function opened({ masterKey }: Sealing, { publishableKey }: Account, sealed: Uint8Array): string {
  return Buffer.from(masterKey.open(sealed, sealingContext(publishableKey))).toString();
}

const sealingContext = (publishableKey: string) => `webhook-secret:${publishableKey}`;
