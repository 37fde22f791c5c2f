import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { TransactionalDatabase } from '../../../store/database.ts';
import { StoreError } from '../../../store/store-error.ts';
import type { Clock } from '../clock.ts';
import { keyIdOf, open, SECRET_BYTES, type Sealed, type SealingKey, seal, unknownKey } from './sealing.ts';

/** The purposes of digests. Each has a pepper of its own, which the store keeps wrapped and no rotation changes. */
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
  seal(plaintext: Uint8Array, context: string): Sealed;
  /** Throws when the bytes were changed or sealed for another context; `key_unknown` when no key here sealed them. */
  open(sealed: Sealed, context: string): Uint8Array;
  /** As `open`, under the first of several contexts that fits; undefined where none does. Throws `key_unknown` alone. */
  openUnder(sealed: Sealed, contexts: readonly string[]): Uint8Array | undefined;
  /** HMAC-SHA-256 keyed for `purpose`: finds equal secrets without keeping them. A rotation does not change it. */
  digest(purpose: DigestPurpose | `${DigestPurpose}:${string}`, text: string): Uint8Array;
  /** Whether rows of a version before owners were sealed are still taken: a minute or two from the upgrade on. [75] */
  takesFormerRows(): boolean;
};

/** A store whose secrets can be opened. */
export type KeyedStore = {
  readonly db: TransactionalDatabase;
  readonly clock: Clock;
  readonly masterKey: MasterKey;
};

/** The keys in memory. */
export type Ring = {
  /** The key that seals from now on. */
  readonly current: SealingKey;
  /** Keys that open what was sealed, by id. */
  readonly sealing: ReadonlyMap<string, SealingKey>;
  /** Ids of keys that were destroyed: what they sealed opens nowhere. */
  readonly destroyed: ReadonlySet<string>;
  /** Whether keys are there that sealed before owners were. */
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
  const openSealed = (sealed: Sealed, context: string) => {
    const id = keyIdOf(sealed);
    const { sealing, destroyed } = ring();
    const key = sealing.get(id);
    if (key) return open(key, sealed, context);
    throw destroyed.has(id)
      ? new Error(`Cannot open what is sealed: its key "${id}" was destroyed`)
      : unknownKey(id);
  };
  return {
    seal: (plaintext, context) => seal(ring().current, plaintext, context),
    open: openSealed,
    openUnder(sealed, contexts) {
      for (const context of contexts) {
        try {
          return openSealed(sealed, context);
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

export function equalDigests(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

/** `<pepper>:<part>` is a separate purpose on the same pepper. */
function deriveDigestKey({ peppers }: Ring, purpose: string): Buffer {
  const [name = ''] = purpose.split(':');
  const pepper = peppers.get(name);
  if (!pepper)
    throw new Error(`Cannot make a digest: there is no pepper "${name}", expected one of the store's`);
  return Buffer.from(hkdfSync('sha256', pepper, '', `digest:${purpose}`, SECRET_BYTES));
}
