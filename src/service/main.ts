import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { openDemoAccount } from './accounts/demo-account.ts';
import { warnAboutAnyPan } from './accounts/warn-about-any-pan.ts';
import { webhookSecret } from './accounts/webhook-secrets.ts';
import { createApp } from './app.ts';
import { startCallbackWorker } from './callbacks/callback-worker.ts';
import { type Config, readConfig } from './config.ts';
import type { ServiceContext } from './context.ts';
import { openDataDirectory } from './db/data-directory.ts';
import { openDatabase } from './db/database.ts';
import type { OpenDatabase } from './db/database-on.ts';
import { openPostgres } from './db/postgres.ts';
import { dueWork } from './due-work.ts';
import { startServer } from './http/node-server.ts';
import { nothingInProgress } from './in-progress.ts';
import { createIssuerApp } from './issuer/issuer-app.ts';
import { type MasterKey, masterKey, readOrCreateMasterKey } from './keys/master-key.ts';
import { demoSecretKey } from './keys/secret-key.ts';
import { openServiceKeys } from './keys/service-keys.ts';
import { openRequestLimits } from './limits/request-limits.ts';
import { errorLogFields } from './logs/error-log-fields.ts';
import { openLog } from './logs/open-log.ts';
import { isLoopback } from './loopback.ts';
import { openMetrics } from './metrics/metrics.ts';
import { frameRoutes } from './routes/frame.ts';
import { pagesRoutes } from './routes/pages.ts';
import { startScheduler } from './scheduler.ts';
import { hearSessions } from './session-events/hear-sessions.ts';
import { BEAT_MS, keepListening } from './session-events/keep-listening.ts';
import { sessionStreams } from './session-events/session-streams.ts';
import { openStoreClock } from './store-clock.ts';

/** The build puts this program into a folder beside those of the SDK and the wallet. */
const build = fileURLToPath(new URL('../', import.meta.url));

const SCHEDULE_MS = 1000;
const keepListeners = { name: 'keep listeners', run: keepListening };

type Running = {
  readonly log: Logger;
  readonly account: Awaited<ReturnType<typeof demoAccount>> | undefined;
  stop(): Promise<void>;
};

async function start(config: Config): Promise<Running> {
  const log = openLog({ level: config.logLevel, write: (line) => process.stderr.write(line) });
  const { db, listen, close } = await openStore(config, (error) => {
    log.fatal(errorLogFields(error), 'the store stopped');
    process.exit(1);
  });
  const stopping = new AbortController();
  try {
    const clock = await openStoreClock(db);
    const store = { db, clock, masterKey: openMasterKey(config) };
    const keys = await openServiceKeys(store);
    const context: ServiceContext = {
      ...{ ...store, keys, log },
      ...{ baseUrl: config.baseUrl, issuerUrl: config.issuerUrl, trustedProxies: config.trustedProxies },
      ...{ inProgress: nothingInProgress(), streams: sessionStreams() },
      egress: { profile: config.egress, ownPorts: [config.port, config.issuerPort] },
      ...{ metrics: openMetrics(store), stopping: stopping.signal },
      limits: config.rateLimits === 'off' ? 'off' : { requests: openRequestLimits() },
    };
    await warnAboutAnyPan(context);
    const account = isLoopback(config.baseUrl) ? await demoAccount(context) : undefined;
    // Not into the log: these are keys. The starting program prints them.
    process.send?.({ account });
    const app = createApp(context)
      .route('/', frameRoutes(join(build, 'wallet')))
      .route('/', pagesRoutes(build));
    await hearSessions(context, listen);
    const works = [{ name: 'refresh the clock', run: clock.refresh }, ...dueWork];
    const scheduler = startScheduler(context, { works, everyMs: SCHEDULE_MS });
    const listening = startScheduler(context, { works: [keepListeners], everyMs: BEAT_MS });
    const worker = startCallbackWorker(context, { profile: config.callbackRetries });
    const issuer = await startServer(createIssuerApp(context).fetch, { ...config, port: config.issuerPort });
    const server = await startServer(app.fetch, config);
    const stop = async () => {
      stopping.abort();
      context.streams.stop();
      await Promise.all([server, issuer, scheduler, listening, worker].map((each) => each.stop()));
    };
    return { log, account, stop: () => stop().finally(close) };
  } catch (error) {
    await close();
    throw error;
  }
}

type Stopped = Parameters<typeof openDatabase>[0]['onStopped'];

function openStore(config: Config, onStopped: Stopped): Promise<OpenDatabase> {
  const { databaseUrl: url, databaseConnections: connections, dataDirectory, durability } = config;
  if (url !== undefined) return openPostgres({ url, connections, durability });
  const engineProgram = new URL('./engine-worker.js', import.meta.url);
  const template = new URL('./pgdata.tar.gz', import.meta.url);
  return openDatabase({ dataDirectory, durability, engineProgram, template, onStopped });
}

function openMasterKey({ masterKey: secret, dataDirectory }: Config): MasterKey {
  if (secret !== undefined) return masterKey(secret);
  return readOrCreateMasterKey(join(openDataDirectory(dataDirectory), 'master.key'));
}

async function demoAccount(context: ServiceContext) {
  const account = await openDemoAccount(context);
  return {
    secretKey: demoSecretKey.text,
    publishableKey: account.publishableKey,
    webhookSecret: webhookSecret(context, account),
  };
}

async function run() {
  const config = readConfig(process.env);
  const { log, account, ...running } = await start(config);
  if (!process.send) process.stdout.write(`${JSON.stringify({ ready: config.baseUrl, account })}\n`);
  const stop = async (signal: string) => {
    log.info({ signal }, 'stopping');
    await running.stop();
    process.exit(0);
  };
  // The last one: whoever started this process is gone.
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(signal, () => stop(signal));
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : 'Cannot start'}\n`);
  process.exit(1);
});
