import { randomBytes } from 'node:crypto';
import { DIGEST_PURPOSES, type MasterKey, masterKeyOn } from '../base/keys/master-key.ts';
import { SECRET_BYTES, sealingKey } from '../base/keys/sealing.ts';

/** For tests: keys without a store, a new set each time. */
export function testMasterKey(): MasterKey {
  const current = sealingKey(randomBytes(SECRET_BYTES));
  const peppers = new Map(DIGEST_PURPOSES.map((purpose) => [purpose, randomBytes(SECRET_BYTES)]));
  return masterKeyOn(() => ({
    current,
    sealingKeys: new Map([[current.id, current]]),
    destroyedIds: new Set(),
    hasUnowned: false,
    peppers,
  }));
}
