import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startServer } from '../api/http/node-server.ts';
import { recordUnreadable } from '../api/http/request-history.ts';
import type { Config } from '../base/config.ts';
import { demoSecretKey } from '../base/keys/secret-key.ts';
import type { Log } from '../base/log.ts';
import { ownAddress } from '../base/own-address.ts';
import { listenForKeyChanges } from '../base/runtime/row-cache.ts';
import type { AdminRuntime, Runtime } from '../base/runtime/runtime.ts';
import { watchClock } from '../base/shared-clock.ts';
import { startCallbackWorker } from '../callbacks/callback-worker.ts';
import { webhookSecret } from '../callbacks/webhook-secrets.ts';
import { announceInspector, type InspectorAccess } from '../operators/admin/routes/inspector-file.ts';
import { startInspector } from '../operators/admin/routes/start-inspector.ts';
import { resealRest } from '../operators/key-rotation/reseal.ts';
import { openLog } from '../operators/logs/open-log.ts';
import { createReconcileJob } from '../operators/reconcile/reconcile-job.ts';
import { bodyToSend } from '../payments/notify-merchant.ts';
import { warnAboutAnyPan } from '../shoppers/accounts/warn-about-any-pan.ts';
import { BEAT_MS, keepListeners } from '../shoppers/session-events/keep-listening.ts';
import { listenForSessionEvents } from '../shoppers/session-events/publish-session-event.ts';
import { pageReports } from '../site/page-guard/page-reports.ts';
import { createAlarmJob } from '../site/page-guard/send-alarms.ts';
import { tellSilence } from '../site/page-guard/tell-silence.ts';
import { visitPages } from '../site/page-guard/visit-pages.ts';
import { keepSdkFiles } from '../site/pages/sdk-files.ts';
import { reportCounts } from '../site/policy-reports/report-counts.ts';
import { frameRoutes } from '../site/routes/frame.ts';
import { pageGuardRoutes } from '../site/routes/page-guard.ts';
import { pagesRoutes } from '../site/routes/pages.ts';
import { policyReportRoutes } from '../site/routes/policy-reports.ts';
import { securityTxtRoutes } from '../site/routes/security-txt.ts';
import { createApp } from './app.ts';
import { runCommand } from './cli/run-command.ts';
import { openService } from './open-service.ts';
import { retentionJobs } from './retention/retention-jobs.ts';
import { sandbox } from './sandbox-dependencies.ts';
import { askingJobs, scheduledJobs } from './scheduled-jobs.ts';
import { type ScheduledJob, startScheduler } from './scheduler.ts';
import { readConfig } from './settings/config.ts';

/** The build puts this program into a folder beside those of the SDK and the wallet. */
const build = fileURLToPath(new URL('../', import.meta.url));

const SCHEDULE_MS = 1000;
const keepListenersJob = { name: 'keep listeners', run: keepListeners };

type RunningService = {
  readonly log: Log;
  readonly account: Awaited<ReturnType<typeof demoAccount>> | undefined;
  readonly inspector: InspectorAccess;
  stop(): Promise<void>;
};

async function start(config: Config): Promise<RunningService> {
  const log = openLog({ level: config.logLevel, write: (line) => process.stderr.write(line) });
  const { context, listen, leaving, stopping, close } = await openService(config, log);
  try {
    await warnAboutAnyPan(context);
    await keepSdkFiles(context, join(build, 'sdk'));
    const account = config.exposure.isPublic ? undefined : await demoAccount(context);
    const inspector = await startInspector(context, {
      config,
      pages: join(build, 'inspector'),
      extraRoutes: sandbox.adminRoutes,
    });
    // Sent to the starting program, which prints them. They are keys and must not get into the log.
    process.send?.({ account, inspector: inspector.access });
    const reports = reportCounts();
    const guardReports = pageReports();
    const app = createApp(context)
      .route('/', frameRoutes(join(build, 'wallet')))
      .route('/', pagesRoutes(build))
      .route('/', policyReportRoutes(reports))
      .route('/', pageGuardRoutes(guardReports))
      .route('/', securityTxtRoutes(config.securityContact));
    await listenForSessionEvents(context, listen);
    await listenForKeyChanges(context.rowCache, listen);
    const writeReports = { name: 'write policy reports', run: reports.write };
    const writeGuard = { name: 'write page reports', run: guardReports.write };
    const reconcile = { name: 'reconcile', run: createReconcileJob() };
    const jobs = startJobs(context, config, {
      due: [
        ...sandbox.jobs,
        ...scheduledJobs.filter((job) => !askingJobs.includes(job)),
        writeReports,
        writeGuard,
      ],
      besides: [...askingJobs, reconcile, ...guardJobs(config.callbackRetries)],
    });
    const server = await startServer(app.fetch, {
      ...config,
      onUnreadable: (request) => recordUnreadable(context, request),
    });
    const serviceAddress = ownAddress({ host: config.host, port: server.port });
    const issuer = await startServer(sandbox.createIssuerApp(context, serviceAddress).fetch, {
      ...config,
      port: config.issuerPort,
    });
    const withdraw = announceInspector(config, inspector.access);
    const stop = async () => {
      withdraw();
      leaving.abort();
      await pause(config.leaveSeconds * 1_000);
      stopping.abort();
      context.streams.stop();
      await Promise.all([server, issuer, inspector, jobs].map((each) => each.stop()));
    };
    return { log, account, inspector: inspector.access, stop: () => stop().finally(close) };
  } catch (error) {
    await close();
    throw error;
  }
}

type Jobs = {
  /** One after the other. */
  readonly due: readonly ScheduledJob[];
  /** Each by itself: they may wait for an acquirer. */
  readonly besides: readonly ScheduledJob[];
};

/** Starts the work that needs no request. */
function startJobs(
  runtime: AdminRuntime,
  { callbackRetries: profile, retentionDays }: Config,
  { due, besides }: Jobs,
) {
  const { clock, keyring, keys } = runtime;
  const jobs = [
    { name: 'refresh the clock', run: watchClock(runtime) },
    { name: 'refresh the keys', run: keyring.refresh },
    { name: 'refresh the signing keys', run: keys.accessToken.refresh },
    { name: 'seal anew', run: resealRest(runtime) },
    { name: 'drop ended signing keys', run: keys.accessToken.dropEnded },
    ...due,
    ...retentionJobs(retentionDays),
  ];
  const parts = [
    startScheduler(runtime, { jobs, everyMs: SCHEDULE_MS }),
    ...besides.map((job) => startScheduler(runtime, { jobs: [job], everyMs: SCHEDULE_MS })),
    startScheduler(runtime, { jobs: [keepListenersJob], everyMs: BEAT_MS }),
    startCallbackWorker(runtime, { profile, bodyToSend, wallClock: clock.real }),
  ];
  return { stop: () => Promise.all(parts.map((each) => each.stop())) };
}

const guardJobs = (profile: Config['callbackRetries']): readonly ScheduledJob[] => [
  { name: 'visit pages', run: visitPages },
  { name: 'tell silent pages', run: tellSilence },
  { name: 'send page alarms', run: createAlarmJob(profile) },
];

async function demoAccount(runtime: Runtime) {
  const account = await sandbox.openDemoAccount(runtime);
  return {
    secretKey: demoSecretKey.text,
    publishableKey: account.publishableKey,
    webhookSecret: webhookSecret(runtime, account),
  };
}

/** Leaves secrets out if the output is no terminal: a file, a journal or a log collector would store them. */
function withoutSecrets(
  { inspectorToken, databaseUrl, dataDirectory }: Config,
  { address }: InspectorAccess,
) {
  const file = `that of inspector.json in ${dataDirectory}`;
  const ownToken = databaseUrl === undefined ? file : 'one of your own, by a start with INSPECTOR_TOKEN';
  const token = inspectorToken === undefined ? ownToken : 'the one given as INSPECTOR_TOKEN';
  return {
    inspector: { address },
    secrets: `not printed, as this is no terminal: the Inspector-Token is ${token}; GET ${address}/api/accounts tells keys and webhook secrets`,
  };
}

async function serve(config: Config) {
  const { log, account, inspector, ...parts } = await start(config);
  if (!process.send) {
    const link = `${inspector.address}/#token=${inspector.token}`;
    const withKeys = { account, inspector: { ...inspector, link } };
    const readyMessage = process.stdout.isTTY ? withKeys : withoutSecrets(config, inspector);
    process.stdout.write(`${JSON.stringify({ ready: config.baseUrl, ...readyMessage })}\n`);
  }
  const stop = async (signal: string) => {
    log.info({ signal }, 'stopping');
    await parts.stop();
    process.exit(0);
  };
  // 'disconnect': the parent process has ended.
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(signal, () => stop(signal));
}

/** Without arguments it runs the service; docs/run.md lists the commands. */
async function run() {
  const config = readConfig(process.env);
  const args = process.argv.slice(2);
  if (args.length === 0) return serve(config);
  process.stdout.write(
    `${await runCommand(config, args, { open: openService, extraRoutes: sandbox.adminRoutes })}\n`,
  );
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : 'Cannot start'}\n`);
  process.exit(process.exitCode ?? 1);
});
