import { createHash } from 'node:crypto';
import * as z from 'zod/mini';

/** A backup is a gzipped tar: this, the store's files below `store/`, and a seal over all before it. */
export const MANIFEST = 'backup.json';
export const STORE = 'store/';
export const SEAL = 'seal.json';

export const Manifest = z.strictObject({
  format: z.literal(1),
  store: z.enum(['embedded', 'postgresql']),
  /** When the copy began, by the machine's clock. All that was acknowledged before is in it. */
  begun_at: z.iso.datetime(),
  /** The master keys that the copied store needs, none of which is in it. */
  master_key_ids: z.array(z.string()),
  /** The last of the migrations that the store has. */
  migration: z.string(),
});
export type Manifest = z.infer<typeof Manifest>;

/** The digest, in clear and wrapped by a master key: nobody without that key can make or change a backup. */
export const Seal = z.strictObject({
  sha256: z.string(),
  master_key_id: z.string(),
  wrapped: z.string(),
});
export type Seal = z.infer<typeof Seal>;

/** What the wrapped digest is bound to. */
export const SEAL_CONTEXT = 'backup';

/** A digest over names, sizes and contents. */
export function contentDigest() {
  const hash = createHash('sha256');
  return {
    entry: (name: string, size: number) => hash.update(`${name.length}:${name}:${size}:`),
    content: (chunk: Uint8Array) => hash.update(chunk),
    value: (): Uint8Array => hash.digest(),
  };
}
