import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import type { TestProjectConfiguration } from 'vitest/config';
import { chromiumLaunch } from './chromium.mjs';
import { proofSize } from './proof-sizes.ts';

/** Reads what the other tests have left behind. */
const AFTER_ALL = 'src/service/main/every-code.test.ts';

/** Of contract's, the one that needs a browser. */
const BETWEEN_WINDOWS = 'src/contract/frame/channel.test.ts';

/**
 * Files of one worker share their modules: no module keeps a state of its own (style), and to load the service anew for
 * each of some two hundred files took longer than its tests.
 */
const shared = { environment: 'node', isolate: false } as const;

const postgresUrl = process.env['TEST_DATABASE_URL'];
const sizes = {
  histories: proofSize('billingHistories'),
  challengeHistories: proofSize('challengeHistories'),
  powerLosses: proofSize('powerLosses'),
};

/** What these look at is the embedded store alone. */
const embeddedOnly = 'src/service/test-kit/store/{pglite,upkeep,embedded-database}.test.ts';

/** Where PostgreSQL may differ from the embedded store: locks, races, listeners, migrations, plans of queries. */
const ofConcurrency = [
  'src/store/postgres/*.test.ts',
  'src/service/test-kit/store/*.test.ts',
  'src/service/{api/idempotency,payments/threeds}/*.test.ts',
  'src/service/callbacks/claim-callbacks.test.ts',
  'src/service/sandbox/store-routes.test.ts',
  'src/service/payments/{bill,payment-lock}.test.ts',
  'src/service/sandbox/moved-clock.test.ts',
  'src/service/{vault/moved-rows,operators/key-rotation/former-rows}.test.ts',
];

/** The service's tests again, on PostgreSQL, where one was found: all, and those that `npm test` has time for. */
const onPostgres = (name: string, include: string[]): TestProjectConfiguration => ({
  extends: true,
  test: {
    ...shared,
    name,
    include,
    exclude: [embeddedOnly, AFTER_ALL],
    provide: { postgresUrl, ...sizes },
  },
});

export const vitestProjects: TestProjectConfiguration[] = [
  {
    extends: true,
    // The demo's tests run without a build.
    resolve: {
      alias: {
        'embeddable-wallet/server': fileURLToPath(new URL('../../src/server/index.ts', import.meta.url)),
      },
    },
    test: {
      ...shared,
      name: 'node',
      include: ['src/{contract,store,service,server}/**/*.test.ts', 'demo/**/*.test.ts'],
      exclude: [
        'src/service/test-kit/store/postgres*.test.ts',
        'src/store/postgres/*.test.ts',
        AFTER_ALL,
        BETWEEN_WINDOWS,
      ],
      globalSetup: 'src/service/test-kit/test-forget-codes.ts',
      provide: sizes,
    },
  },
  {
    extends: true,
    // A file each: windows of the wallet hear each other over channels that a process shares.
    test: { name: 'wallet', environment: 'node', include: ['src/{wallet,inspector}/**/*.test.ts'] },
  },
  ...(postgresUrl
    ? [
        onPostgres('postgres', ['src/service/**/*.test.ts', 'src/store/postgres/*.test.ts']),
        onPostgres('postgres-races', ofConcurrency),
      ]
    : []),
  {
    extends: true,
    test: { name: 'gates', environment: 'node', include: ['tools/check/**/*.test.mjs'] },
  },
  {
    extends: true,
    test: { name: 'codes', include: [AFTER_ALL], sequence: { groupOrder: 1 } },
  },
  {
    extends: true,
    test: {
      name: 'browser',
      include: ['src/{wallet,inspector}/**/*.test.tsx', 'src/sdk/**/*.test.ts', BETWEEN_WINDOWS],
      globalSetup: 'src/sdk/test-service/server.mjs',
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({ launchOptions: chromiumLaunch() }),
        instances: [{ browser: 'chromium' }],
      },
    },
  },
];
