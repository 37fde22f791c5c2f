import { randomBytes } from 'node:crypto';
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { HasMasterKey } from '../base/keys/master-key.ts';
import type { Core } from '../base/runtime/core.ts';
import { ServiceError } from '../base/service-error.ts';
import { type Account, accounts } from '../tables/accounts.ts';

/** How long the previous secret still signs as well. Rule: callbacks/signing. */
const ROTATION_MS = 86_400_000;

/** A new `whsec_…`, sealed for the account with this publishable key. */
export function newWebhookSecret({ masterKey }: HasMasterKey, publishableKey: string): Uint8Array {
  const whsec = `whsec_${randomBytes(32).toString('base64')}`;
  return masterKey.seal(Buffer.from(whsec), webhookSecretContext({ publishableKey }));
}

/** `whsec_…`: signs the account's callbacks. */
export function webhookSecret(context: HasMasterKey, account: Account): string {
  return openSecret(context, account, account.webhookSecret);
}

/** The current secret, and for a day after a rotation the previous one too. */
export function signingSecrets(context: HasMasterKey & Pick<Core, 'clock'>, account: Account): string[] {
  const { previousWebhookSecret: previous, webhookSecretRotatedAt: rotatedAt } = account;
  const age = context.clock.now().getTime() - (rotatedAt?.getTime() ?? 0);
  const hasPreviousEnded = previous === null || rotatedAt === null || age >= ROTATION_MS;
  return [
    webhookSecret(context, account),
    ...(hasPreviousEnded ? [] : [openSecret(context, account, previous)]),
  ];
}

/** The new secret, and until when the one before signs as well. */
type Rotation = { readonly secret: string; readonly previousUntil: Date };

/**
 * Gives the account a new secret; the old one signs beside it for a day. Until then another change is refused: it would
 * end the old one at once, while receivers still verify by it.
 */
export async function rotateWebhookSecret(core: Core, account: Account): Promise<Rotation> {
  const { db, clock } = core;
  const now = clock.now();
  const { webhookSecret: current, webhookSecretRotatedAt: rotatedAt } = accounts;
  const canRotate = or(isNull(rotatedAt), lte(rotatedAt, new Date(now.getTime() - ROTATION_MS)));
  const [updated] = await db
    .update(accounts)
    .set({
      webhookSecret: newWebhookSecret(core, account.publishableKey),
      previousWebhookSecret: sql`${current}`,
      webhookSecretRotatedAt: now,
    })
    // The row decides, because another rotation may have come first.
    .where(and(eq(accounts.id, account.id), canRotate))
    .returning();
  if (updated) return { secret: webhookSecret(core, updated), previousUntil: dayAfter(now) };
  const [latest] = await db.select({ rotatedAt }).from(accounts).where(eq(accounts.id, account.id));
  throw tooEarly(latest?.rotatedAt ?? now);
}

function tooEarly(rotatedAt: Date) {
  return new ServiceError(
    'webhook_secret_limit',
    `Cannot change the webhook secret: it was changed at ${rotatedAt.toISOString()}, and can be again from ${dayAfter(rotatedAt).toISOString()} on`,
  );
}

const dayAfter = (moment: Date) => new Date(moment.getTime() + ROTATION_MS);

function openSecret({ masterKey }: HasMasterKey, { publishableKey }: Account, envelope: Uint8Array): string {
  return Buffer.from(masterKey.open(envelope, webhookSecretContext({ publishableKey }))).toString();
}

/** What the seal of an account's webhook secrets is bound to. */
export function webhookSecretContext({ publishableKey }: Pick<Account, 'publishableKey'>): string {
  return `webhook-secret:${publishableKey}`;
}
