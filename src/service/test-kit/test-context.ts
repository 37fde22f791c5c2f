import { randomBytes } from 'node:crypto';
import type { PublicPermission } from '../base/exposure.ts';
import { environmentKeys } from '../base/keys/key-store.ts';
import { type Keyring, openKeyring } from '../base/keys/keyring.ts';
import { newPublishableKey, newSecretKey } from '../base/keys/secret-key.ts';
import { openServiceKeys } from '../base/keys/service-keys.ts';
import { isLoopback } from '../base/loopback.ts';
import { nothingInProgress } from '../base/runtime/in-progress.ts';
import { readinessOf } from '../base/runtime/readiness.ts';
import { recentRequests } from '../base/runtime/recent-requests.ts';
import { createRowCache, listenForKeyChanges } from '../base/runtime/row-cache.ts';
import type { Runtime } from '../base/runtime/runtime.ts';
import { sessionStreams } from '../base/runtime/session-streams.ts';
import { watchStore } from '../base/runtime/store-watch.ts';
import { noTracing } from '../base/runtime/tracing.ts';
import { sandbox } from '../main/sandbox-dependencies.ts';
import { openLog } from '../operators/logs/open-log.ts';
import { openMetrics } from '../operators/metrics/metrics.ts';
import { listenForSessionEvents } from '../shoppers/session-events/publish-session-event.ts';
import { openTestDatabase } from './test-database.ts';
import { createAccount } from './test-verbs.ts';

export type TestService = {
  readonly context: Runtime & { readonly keyring: Keyring };
  /** Moves the service's clock. */
  advance(milliseconds: number): void;
  /** All lines logged so far, as one text. */
  logged(): string;
  close(): Promise<void>;
};

const configAt = (baseUrl: string): Runtime['config'] => ({
  callbackSlots: { inAll: 50, ofReceiver: 4 },
  baseUrl,
  issuerUrl: 'http://localhost:4001',
  exposure: { isPublic: !isLoopback(baseUrl), allows: new Set<PublicPermission>() },
  answerDays: 30,
  trustedProxies: 0,
  vaultCustodians: [],
});

/**
 * A service on an empty store in memory, with the demo account. Its clock starts at 2030-01-01 12:00 UTC and stands
 * still.
 */
export async function openTestService(
  baseUrl = 'http://127.0.0.1:4000',
  tracing = noTracing,
): Promise<TestService> {
  let now = Date.UTC(2030, 0, 1, 12);
  const lines: string[] = [];
  const { db: untraced, listen, close } = await openTestDatabase();
  const db = tracing.ofStore(untraced);
  const keyring = await openKeyring({ db, keyStore: environmentKeys([randomBytes(32)]) });
  const store = { db, clock: { now: () => new Date(now) }, masterKey: keyring.masterKey };
  const log = openLog({ level: 'debug', write: (line) => lines.push(line) });
  const faults = sandbox.faultSwitches();
  const { dependencies, openQuestions } = sandbox.openDependencies({
    ...store,
    faults,
    issuerUrl: 'http://localhost:4001',
    acquirer: { remote: undefined, directory: undefined },
    questions: { total: 1_000, perAccount: 1_000 },
  });
  const streams = sessionStreams();
  const context = {
    ...store,
    dependencies: tracing.ofDependencies(dependencies),
    faults,
    keyring,
    keys: await openServiceKeys(store),
    config: configAt(baseUrl),
    log,
    inProgress: nothingInProgress(),
    streams,
    egress: {
      profile: 'sandbox' as const,
      ownPorts: [],
      deliveryFault: sandbox.callbackFault(faults),
      around: tracing.ofAttempt,
    },
    machineAheadSeconds: () => 0,
    metrics: openMetrics({
      ...store,
      openStreams: () => streams.listeners().length,
      openQuestions,
      machineAheadSeconds: () => 0,
    }),
    tracing,
    requests: recentRequests(),
    afterCommit: (effect: () => void) => effect(),
    rowCache: createRowCache(),
    requireReady: readinessOf(db),
    storeWatch: watchStore({ db, log }),
    leaving: new AbortController().signal,
    stopping: new AbortController().signal,
    limits: 'off' as const,
  };
  await sandbox.openDemoAccount(context);
  await listenForSessionEvents(context, listen);
  await listenForKeyChanges(context.rowCache, listen);
  return {
    context,
    advance: (milliseconds) => {
      now += milliseconds;
    },
    logged: () => lines.join(''),
    close,
  };
}

/** Another account with keys of its own, one merchant and one origin. */
export async function addAccount(runtime: Runtime, merchantId: number) {
  const secretKey = newSecretKey();
  const publishableKey = newPublishableKey();
  await createAccount(runtime, {
    name: 'Other shop',
    secretKey,
    publishableKey,
    origins: ['https://shop.example'],
    merchants: [{ id: merchantId, ref: 'other', pagesMayName: true }],
  });
  return { secretKey: secretKey.text, publishableKey, merchantId };
}
