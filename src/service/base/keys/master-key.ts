import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Database, TransactionalDatabase } from '../../../store/database.ts';
import { StoreError } from '../../../store/store-error.ts';
import type { Clock } from '../clock.ts';
import { type Envelope, keyIdOf, open, SECRET_BYTES, type SealingKey, seal, unknownKey } from './sealing.ts';

/** The purposes of digests. Each has its own pepper, which is stored wrapped and which no rotation changes. */
export const DIGEST_PURPOSES = [
  'secret-key',
  'card-fingerprint',
  'card-token',
  'card-attempts',
  'stored-counts',
  'form',
  '3ds-box',
  'inspector-token',
  'provider-results',
  'provider-sheet',
  'pareq',
  'pares',
  'issuer-result',
  'issuer-app',
  'audit-act',
  'audit-link',
  'audit-head',
  'refresh-token',
  'payment',
] as const;
type DigestPurpose = (typeof DIGEST_PURPOSES)[number];

/** What the master key protects: data keys that seal, and peppers of digests. */
export type MasterKey = {
  /** Encrypts `plaintext` bound to `context`: what was sealed for one row cannot be opened for another. */
  seal(plaintext: Uint8Array, context: string): Envelope;
  /** Throws when the bytes were changed or sealed for another context; `key_unknown` when no key here sealed them. */
  open(envelope: Envelope, context: string): Uint8Array;
  /** Opens with the first matching context, else returns undefined. Throws only `key_unknown`. */
  openUnder(envelope: Envelope, contexts: readonly string[]): Uint8Array | undefined;
  /** HMAC-SHA-256 keyed for `purpose`: finds equal secrets without keeping them. A rotation does not change it. */
  digest(purpose: DigestPurpose | `${DigestPurpose}:${string}`, text: string | Uint8Array): Uint8Array;
  /** Whether rows of the version that sealed no owners are still accepted: for a minute or two after the upgrade. [75] */
  takesFormerRows(): boolean;
};

export type HasMasterKey = { readonly masterKey: MasterKey };

/** A store, or a transaction on it, whose secrets can be opened. */
export type KeyedDatabase = HasMasterKey & {
  readonly db: Database;
  readonly clock: Clock;
};
export type KeyedStore = KeyedDatabase & { readonly db: TransactionalDatabase };

/** The keys in memory. */
export type Ring = {
  /** The key that seals from now on. */
  readonly current: SealingKey;
  /** Keys that open what was sealed, by id. */
  readonly sealingKeys: ReadonlyMap<string, SealingKey>;
  /** Ids of keys that were destroyed: what they sealed opens nowhere. */
  readonly destroyedIds: ReadonlySet<string>;
  /** Whether there are keys of the version that sealed no owners. */
  readonly hasUnowned: boolean;
  readonly peppers: ReadonlyMap<string, Uint8Array>;
};

/** Asks for the ring on every use, because a rotation may have changed it. */
export function masterKeyOn(ring: () => Ring): MasterKey {
  const digestKeys = new Map<string, Buffer>();
  const digestKey = (purpose: string) => {
    const key = digestKeys.get(purpose) ?? deriveDigestKey(ring(), purpose);
    digestKeys.set(purpose, key);
    return key;
  };
  const openEnvelope = (envelope: Envelope, context: string) => {
    const id = keyIdOf(envelope);
    const { sealingKeys, destroyedIds } = ring();
    const key = sealingKeys.get(id);
    if (key) return open(key, envelope, context);
    throw destroyedIds.has(id)
      ? new Error(`Cannot open what is sealed: its key "${id}" was destroyed`)
      : unknownKey(id);
  };
  return {
    seal: (plaintext, context) => seal(ring().current, plaintext, context),
    open: openEnvelope,
    openUnder(envelope, contexts) {
      for (const context of contexts) {
        try {
          return openEnvelope(envelope, context);
        } catch (error) {
          if (error instanceof StoreError) throw error;
        }
      }
      return undefined;
    },
    takesFormerRows: () => ring().hasUnowned,
    digest: (purpose, text) => createHmac('sha256', digestKey(purpose)).update(text).digest(),
  };
}

export function equalDigests(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/** `<pepper>:<part>` is a separate purpose on the same pepper. */
function deriveDigestKey({ peppers }: Ring, purpose: string): Buffer {
  const [name = ''] = purpose.split(':');
  const pepper = peppers.get(name);
  if (!pepper)
    throw new Error(`Cannot make a digest: there is no pepper "${name}", expected one of the store's`);
  return Buffer.from(hkdfSync('sha256', pepper, '', `digest:${purpose}`, SECRET_BYTES));
}
