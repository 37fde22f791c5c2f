import { relative, resolve } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';

type KeyConfig = Pick<Config, 'masterKeys' | 'masterKeyFile' | 'dataDirectory' | 'databaseUrl' | 'exposure'>;

/** Logs a warning where others depend on a master key that is copied along with the data. */
export function warnAboutMasterKey(config: KeyConfig, log: Logger): void {
  const { masterKeys, masterKeyFile, dataDirectory, databaseUrl, exposure } = config;
  const isServed = exposure.isPublic || databaseUrl !== undefined;
  if (masterKeys.length > 0 || !isServed) return;
  if (masterKeyFile !== undefined && !isInside(dataDirectory, masterKeyFile)) return;
  log.warn(
    'the master key is a file in DATA_DIR, and a copy of that opens what it protects: expected MASTER_KEY, or MASTER_KEY_FILE outside DATA_DIR, and then keys rotate',
  );
}

function isInside(directory: string, file: string): boolean {
  return !relative(resolve(directory), resolve(file)).startsWith('..');
}
