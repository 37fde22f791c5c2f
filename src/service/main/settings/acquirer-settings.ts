import type { Logger } from 'pino';
import { openDataDirectory } from '../../../store/embedded/data-directory.ts';
import type { Config } from '../../base/config.ts';
import { isLoopback } from '../../base/loopback.ts';

/** Where the sandbox's acquirer is, and its ledger. Warns where processes of several hosts would each have a ledger of their own. */
export function acquirerSettings(config: Config, log: Pick<Logger, 'warn'>) {
  const { acquirerUrl: url, acquirerApiKey: apiKey, acquirerSecret: notificationSecret } = config;
  const capacity = { total: config.acquirerQuestions, perAccount: config.merchantQuestions };
  if (url !== undefined)
    return { remote: { url, apiKey, notificationSecret }, directory: undefined, capacity };
  if (config.databaseUrl !== undefined && !isLocal(config.databaseUrl)) {
    const ledger = "the sandbox's acquirer keeps its ledger in DATA_DIR, for the processes of one host";
    log.warn(`${ledger}: where other hosts use this database too, set ACQUIRER_URL to one acquirer for all`);
  }
  return { remote: undefined, directory: openDataDirectory(config.dataDirectory), capacity };
}

/** A socket's path has no host. */
function isLocal(databaseUrl: string): boolean {
  const { hostname } = new URL(databaseUrl);
  return hostname === '' || hostname.startsWith('%2F') || isLoopback(`http://${hostname}`);
}
