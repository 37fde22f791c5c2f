import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import type { Core } from '../../base/runtime/core.ts';
import { sdkFiles } from '../../tables/sdk-files.ts';

/** How the digest of each is made: `sdk.js`, where every byte counts, contains that of the dialog code. */
const ALGORITHMS = {
  'sdk.js': 'sha384',
  'sdk.mjs': 'sha384',
  'guard.js': 'sha384',
  'dialogs.js': 'sha256',
} as const;

type SdkFileName = keyof typeof ALGORITHMS;

const isSdkFile = (name: string): name is SdkFileName => Object.hasOwn(ALGORITHMS, name);

/** The name of a script in an address: the start of its `integrity` digest. */
export function scriptDigest(content: Uint8Array, name: SdkFileName): string {
  return createHash(ALGORITHMS[name]).update(content).digest('hex').slice(0, 32);
}

/**
 * Stores this build's scripts in the database. A page that names one by its digest gets it after the next release too,
 * and from a process that still runs the previous one.
 */
export async function keepSdkFiles({ db, clock }: Core, folder: string): Promise<void> {
  for (const name of Object.keys(ALGORITHMS).filter(isSdkFile)) {
    const content = Uint8Array.from(await readFile(join(folder, name)));
    const row = { digest: scriptDigest(content, name), name, content, createdAt: clock.now() };
    await db.insert(sdkFiles).values(row).onConflictDoNothing();
  }
}

type SdkFileKey = { readonly digest: string; readonly name: string };

/** The script with that digest, of whichever release; undefined when there is none, or when its bytes have changed. */
export async function findSdkFile(
  { db }: Core,
  { digest, name }: SdkFileKey,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!isSdkFile(name) || !/^[0-9a-f]{32}$/.test(digest)) return undefined;
  const [row] = await db
    .select()
    .from(sdkFiles)
    .where(and(eq(sdkFiles.digest, digest), eq(sdkFiles.name, name)));
  return row && scriptDigest(row.content, name) === digest ? Uint8Array.from(row.content) : undefined;
}
