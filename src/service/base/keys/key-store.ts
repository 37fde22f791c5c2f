import { ServiceError } from '../service-error.ts';
import { open, type SealingKey, seal, sealingKey, unknownKey } from './sealing.ts';

/** A data key as the store has it. */
export type WrappedKey = {
  /** The master key that unwraps it. */
  readonly masterKeyId: string;
  readonly wrapped: Uint8Array;
};

/**
 * Holds master keys. They wrap data keys and nothing else, and never inside a transaction, so a key service on the
 * network, which never reveals its keys, can implement this.
 */
export type KeyStore = {
  /** Whether only this service changes it. If so, the next start finishes an interrupted rotation. */
  readonly isOurs: boolean;
  /** The master key that wraps from now on. */
  currentId(): Promise<string>;
  wrap(secret: Uint8Array, context: string): Promise<WrappedKey>;
  /** Raises `key_unknown`. */
  unwrap(wrapped: WrappedKey, context: string): Promise<Uint8Array>;
  /** Puts a further master key in force, which is durable before this resolves. The former keys still unwrap. */
  renew(): Promise<void>;
  /** Forgets the keys before this one, which no longer wrap anything. */
  forgetBefore(id: string): Promise<void>;
};

/** Wrapping with keys that this process can read, newest first. */
export function wrapWith(read: () => readonly SealingKey[]): Pick<KeyStore, 'currentId' | 'wrap' | 'unwrap'> {
  const current = () => {
    const [newest] = read();
    if (!newest) throw new Error('Cannot wrap a key: found no master key, expected one');
    return newest;
  };
  return {
    currentId: async () => current().id,
    async wrap(secret, context) {
      const key = current();
      return { masterKeyId: key.id, wrapped: seal(key, secret, context) };
    },
    async unwrap({ masterKeyId, wrapped }, context) {
      const key = read().find(({ id }) => id === masterKeyId);
      if (!key) throw unknownKey(masterKeyId);
      return open(key, wrapped, context);
    },
  };
}

/**
 * Master keys that the operator sets, MASTER_KEY before MASTER_KEY_PREVIOUS. Only the operator can renew or forget them.
 */
export function environmentKeys(secrets: readonly Uint8Array[]): KeyStore {
  const keys = secrets.map(sealingKey);
  return {
    ...wrapWith(() => keys),
    isOurs: false,
    async renew() {
      throw new ServiceError(
        'master_key_unchanged',
        'Cannot rotate the master key: it is set from outside and unchanged, expected its present value in MASTER_KEY_PREVIOUS and a new one (openssl rand -base64 32) in MASTER_KEY of every process, and this again',
      );
    },
    async forgetBefore() {},
  };
}
