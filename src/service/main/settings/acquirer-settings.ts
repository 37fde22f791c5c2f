import { openDataDirectory } from '../../../store/embedded/data-directory.ts';
import type { Config } from '../../base/config.ts';
import type { Log } from '../../base/log.ts';
import { isLoopback } from '../../base/loopback.ts';

/** What opens the acquirers. Warns where processes of several hosts would each have a ledger of their own. */
export function acquirerSettings(config: Config, log: Pick<Log, 'warn'>) {
  const { issuerUrl, acquirerQuestions: total, merchantQuestions: perAccount } = config;
  return { issuerUrl, questions: { total, perAccount }, acquirer: simulatedAt(config, log) };
}

function simulatedAt(config: Config, log: Pick<Log, 'warn'>) {
  const { acquirerUrl: url, acquirerApiKey: apiKey, acquirerSecret: notificationSecret } = config;
  if (url !== undefined) return { remote: { url, apiKey, notificationSecret }, directory: undefined };
  if (config.databaseUrl !== undefined && !isLocal(config.databaseUrl)) {
    const ledger = "the sandbox's acquirer keeps its ledger in DATA_DIR, for the processes of one host";
    log.warn(`${ledger}: where other hosts use this database too, set ACQUIRER_URL to one acquirer for all`);
  }
  return { remote: undefined, directory: openDataDirectory(config.dataDirectory) };
}

/** A socket's path has no host. */
function isLocal(databaseUrl: string): boolean {
  const { hostname } = new URL(databaseUrl);
  return hostname === '' || hostname.startsWith('%2F') || isLoopback(`http://${hostname}`);
}
