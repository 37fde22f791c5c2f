import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../base/config.ts';
import { openKeyFile } from '../../base/keys/key-file.ts';
import { environmentKeys, type KeyStore } from '../../base/keys/key-store.ts';

type KeyConfig = Pick<Config, 'masterKeys' | 'masterKeyFile' | 'dataDirectory'>;

/** Where the file of master keys is, unless the environment holds them. */
export function keyFileOf({ masterKeyFile, dataDirectory }: KeyConfig): string {
  return masterKeyFile ?? join(dataDirectory, 'master.key');
}

/** The existing master keys; undefined if there are none. Unlike a start of the service, this makes none. */
export function keysAtHand(config: KeyConfig): KeyStore | undefined {
  if (config.masterKeys.length > 0) return environmentKeys(config.masterKeys);
  const file = keyFileOf(config);
  return existsSync(file) ? openKeyFile(file) : undefined;
}
