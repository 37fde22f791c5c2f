import { setMaxListeners } from 'node:events';
import type { Database } from '../../store/database.ts';
import type { OpenDatabase } from '../../store/database-on.ts';
import { embeddedCopy } from '../../store/embedded/base-backup.ts';
import { openDataDirectory } from '../../store/embedded/data-directory.ts';
import { postgresCopy } from '../../store/postgres/postgres-dump.ts';
import type { StoreCopy } from '../../store/store-copy.ts';
import type { Config } from '../base/config.ts';
import { errorLogFields } from '../base/error-log-fields.ts';
import { warnAboutIssuerSite } from '../base/issuer-site.ts';
import { openKeyFile, warnAboutMasterKey } from '../base/keys/key-file.ts';
import { environmentKeys, type KeyStore } from '../base/keys/key-store.ts';
import { openKeyring } from '../base/keys/keyring.ts';
import { openServiceKeys } from '../base/keys/service-keys.ts';
import { openRequestLimits } from '../base/limits/request-limits.ts';
import type { Log } from '../base/log.ts';
import { nothingInProgress } from '../base/runtime/in-progress.ts';
import { readinessOf } from '../base/runtime/readiness.ts';
import { recentRequests } from '../base/runtime/recent-requests.ts';
import { createRowCache } from '../base/runtime/row-cache.ts';
import type { AdminRuntime } from '../base/runtime/runtime.ts';
import { sessionStreams } from '../base/runtime/session-streams.ts';
import { watchStore } from '../base/runtime/store-watch.ts';
import { noTracing, type Tracing } from '../base/runtime/tracing.ts';
import { keyFileOf } from '../operators/backup/keys-at-hand.ts';
import { finishRotation } from '../operators/key-rotation/rotate-keys.ts';
import { openMetrics } from '../operators/metrics/metrics.ts';
import { sandbox } from './sandbox-dependencies.ts';
import { acquirerSettings } from './settings/acquirer-settings.ts';
import { openStore, type StoreEvents } from './stores/open-store.ts';

type OpenService = {
  readonly context: AdminRuntime;
  readonly listen: OpenDatabase['listen'];
  readonly leaving: AbortController;
  /** Aborted when the process is about to end. */
  readonly stopping: AbortController;
  /** Waits for transactions under way, then releases the store. */
  close(): Promise<void>;
};

/** Opens the store and everything that verbs need of it, before anything is served. */
export async function openService(config: Config, log: Log): Promise<OpenService> {
  const tracing = await openTracing(config, log);
  const listening = { losses: 0 };
  const opened = await openStore(config, storeEvents(log, listening));
  const { db: untracedDb, listen, close } = opened;
  const db = tracing.ofStore(untracedDb);
  const leaving = new AbortController();
  const stopping = new AbortController();
  // Each waiting request adds a listener.
  setMaxListeners(0, stopping.signal);
  let closeAcquirer = () => {};
  const closeAll = () => close().finally(() => closeAcquirer());
  try {
    warnAboutMasterKey(config, log);
    warnAboutIssuerSite(config, log);
    const clock = await sandbox.openClock(db, { isShared: config.databaseUrl !== undefined });
    const keyring = await openKeyring({ db, keyStore: openKeyStore(config) });
    if (keyring.keyStore.isOurs) await finishRotation({ db, keyring });
    const store = { db, clock, masterKey: keyring.masterKey };
    const faults = sandbox.faultSwitches();
    const open = sandbox.openDependencies({ ...store, faults, ...acquirerSettings(config, log) });
    closeAcquirer = open.close;
    const streams = sessionStreams();
    const context: AdminRuntime = {
      ...store,
      dependencies: tracing.ofDependencies(open.dependencies),
      faults,
      keyring,
      keys: await openServiceKeys(store),
      log,
      config: settingsOfVerbs(config),
      inProgress: nothingInProgress(),
      streams,
      egress: {
        profile: config.egress,
        ownPorts: [config.port, config.issuerPort, config.inspectorPort],
        deliveryFault: sandbox.callbackFault(faults),
        around: tracing.ofAttempt,
      },
      machineAheadSeconds: clock.machineAheadSeconds,
      metrics: openMetrics({
        ...store,
        openStreams: () => streams.listeners().length,
        openQuestions: open.openQuestions,
        listenerLosses: () => listening.losses,
        connectionCounts: opened.connectionCounts,
        machineAheadSeconds: clock.machineAheadSeconds,
      }),
      tracing,
      requests: recentRequests(),
      afterCommit: (effect) => effect(),
      rowCache: createRowCache(),
      requireReady: readinessOf(db),
      storeWatch: watchStore({ db, log }),
      leaving: leaving.signal,
      stopping: stopping.signal,
      storeCopy: storeCopyOf(config, db),
      limits: config.rateLimits === 'off' ? 'off' : { requests: openRequestLimits(config.keyRequests) },
    };
    return { context, listen, leaving, stopping, close: closeAll };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

const storeEvents = (log: Log, listening: { losses: number }): StoreEvents => ({
  onStopped(error) {
    log.fatal(errorLogFields(error), 'the store stopped');
    process.exit(1);
  },
  tell: (sentence) => log.warn(sentence),
  onListening(isListening) {
    if (isListening) return log.info('listener back');
    listening.losses += 1;
    log.warn('listener lost: what other processes tell is looked for every second');
  },
});

function storeCopyOf({ databaseUrl, dataDirectory }: Config, db: Database): StoreCopy {
  return databaseUrl === undefined ? embeddedCopy({ db, dataDirectory }) : postgresCopy(databaseUrl);
}

function openKeyStore(config: Config): KeyStore {
  const { masterKeys, dataDirectory } = config;
  if (masterKeys.length > 0) return environmentKeys(masterKeys);
  openDataDirectory(dataDirectory);
  return openKeyFile(keyFileOf(config));
}

/** Keys and addresses of the store are no verb's business. */
function settingsOfVerbs(config: Config): AdminRuntime['config'] {
  const { baseUrl, issuerUrl, answerDays, callbackSlots, trustedProxies, exposure, vaultCustodians } = config;
  return { baseUrl, issuerUrl, answerDays, callbackSlots, trustedProxies, exposure, vaultCustodians };
}

/** Loads OpenTelemetry's API where the operator wants it, and nothing where not. */
async function openTracing({ openTelemetry }: Config, log: Log): Promise<Tracing> {
  if (openTelemetry === 'off') return noTracing;
  const { isSdkThere, spans } = await import('../operators/tracing/spans.ts');
  if (!isSdkThere())
    log.warn('OPENTELEMETRY is on: found no SDK, expected one registered by node --import, see docs/run.md');
  return spans;
}
