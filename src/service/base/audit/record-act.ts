import { type AuditRow, auditIntake } from '../../tables/audit.ts';
import { redactCardNumbers } from '../card-numbers.ts';
import { systemClock } from '../clock.ts';
import type { Core } from '../runtime/core.ts';
import { ulid } from '../ulid.ts';
import { actMac } from './audit-chain.ts';

/** Who acts, and from where: ids alone, never a token or a key. */
export type Actor = {
  readonly kind: AuditRow['actor'];
  /** Id of the secret key or of the wallet session. */
  readonly id: string | null;
  /** Empty without a socket. */
  readonly address: string;
};

/** A merchant's billing is absent: operations are records of their own, and never change. An operator's is not. */
export type ActName =
  | 'account.changed'
  | 'account.created'
  | 'backup.begun'
  | 'callback.replayed'
  | 'card.added'
  | 'card.edited'
  | 'card.made-default'
  | 'card.removed'
  | 'card.restored'
  | 'clock.advanced'
  | 'keys.rotated'
  | 'keys.rotation-begun'
  | 'faults.switched'
  | 'merchant.changed'
  | 'page.forgotten'
  | 'page.visits-set'
  | 'page-alarms.closed'
  | 'page-alarms.receiver-set'
  | 'page-items.approved'
  | 'page-items.forgotten'
  | 'processor.configured'
  | 'processor.removed'
  | 'payment.decided'
  | 'payment.disputed'
  | 'payment.followed-up'
  | 'reconciliation.run'
  | 'refresh-token.revoked'
  | 'seal.broken'
  | 'secret-key.created'
  | 'secret-key.revoked'
  | 'store.reset'
  | 'user.revoked'
  | 'wallet-session.ended'
  | 'vault.export-begun'
  | 'vault.exported'
  | 'vault.import-begun'
  | 'vault.imported'
  | 'webhook-secret.rotated';

export type Act = {
  readonly act: ActName;
  readonly accountId?: number | undefined;
  /** What the act was done to, such as `card 12`. */
  readonly subject?: string | undefined;
  /** Further named values; never a secret. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
};

/** Records the act in the caller's transaction: neither is there without the other. `sealActs` adds it to the chain. */
export async function recordAct(core: Core, actor: Actor, act: Act): Promise<void> {
  const at = systemClock.now();
  const row = {
    id: ulid(at),
    at,
    actor: actor.kind,
    actorId: actor.id,
    address: actor.address === '' ? null : actor.address,
    act: act.act,
    accountId: act.accountId ?? null,
    subject: act.subject ?? null,
    details: redactCardNumbers(JSON.stringify(act.details ?? {})),
  };
  await core.db.insert(auditIntake).values({ ...row, mac: actMac(core, row) });
}
