import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { BillingForm } from '../../../contract/billing/billing.ts';
import { openPostgres } from '../../../store/postgres/open-postgres.ts';
import { emptyTestPostgres } from '../../../store/test-kit/test-postgres.ts';
import { environmentKeys } from '../../base/keys/key-store.ts';
import { openKeyring } from '../../base/keys/keyring.ts';
import { openServiceKeys } from '../../base/keys/service-keys.ts';
import { nothingInProgress } from '../../base/runtime/in-progress.ts';
import { createRowCache } from '../../base/runtime/row-cache.ts';
import { runTransaction } from '../../base/runtime/run-transaction.ts';
import { startCallbackWorker } from '../../callbacks/callback-worker.ts';
import { sandbox } from '../../main/sandbox-dependencies.ts';
import { bill } from '../../payments/bill.ts';
import { bodyToSend } from '../../payments/notify-merchant.ts';
import { openStoreClock } from '../../sandbox/moved-clock.ts';
import { shippedMigrations } from '../../tables/migrations/shipped-migrations.ts';
import { openTestApp } from '../test-app.ts';
import { openTestService } from '../test-context.ts';
import { openTestReceiver, type TestReceiver } from '../test-receiver.ts';
import { shopOf } from '../test-shop.ts';
import { releaseCallbacks } from '../test-verbs.ts';

const server = inject('postgresUrl') ?? '';
const settings = { connections: 3, durability: 'full', migrations: shippedMigrations() } as const;
const keyStore = environmentKeys([randomBytes(32)]);
let database: Awaited<ReturnType<typeof emptyTestPostgres>>;
let service: Awaited<ReturnType<typeof openTestService>>;
let receiver: TestReceiver;
const running: { stop(): Promise<unknown> }[] = [];

beforeAll(async () => {
  database = await emptyTestPostgres(server);
  service = await openTestService();
});
beforeEach(async () => {
  receiver = await openTestReceiver();
});
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop();
  await receiver.close();
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

/** A process on the database whose machine's clock is ahead by some seconds. */
async function startProcess(aheadSeconds: number) {
  const { db, close } = await openPostgres({ url: database.url, ...settings });
  const { masterKey } = await openKeyring({ db, keyStore });
  const machine = { now: () => new Date(Date.now() + aheadSeconds * 1000) };
  const clock = await openStoreClock(db, { machine, isShared: true });
  const store = { db, clock, masterKey };
  const context = {
    ...service.context,
    ...store,
    keys: await openServiceKeys(store),
    inProgress: nothingInProgress(),
    rowCache: createRowCache(),
  };
  const account = await sandbox.openDemoAccount(context);
  running.unshift({ stop: close });
  return {
    context,
    clock,
    account,
    startWorker: () => {
      const worker = startCallbackWorker(context, { profile: 'sandbox', bodyToSend });
      running.unshift(worker);
    },
    /** Bills as a request does whose answer is not written yet. Returns its id. */
    async sell() {
      const form = BillingForm.parse({
        method: 'SALE',
        amount: '10.50',
        currency: 'EUR',
        merchant_id: '1001',
        ccToken: 'tok_sandbox_4242424242424242',
        callback_url: receiver.url,
      });
      const requestId = randomUUID();
      context.inProgress.answers.set(requestId, false);
      const caller = { accountId: account.id };
      const input = { caller, form, metadata: {}, unknownNames: [], requestId };
      await runTransaction(context, (inside) => bill(inside, input));
      return requestId;
    },
    async answer(requestId: string) {
      context.inProgress.answers.delete(requestId);
      await releaseCallbacks(context, requestId);
    },
  };
}

const APART = [40, -40, 20, -20, 3, -3].map((seconds) => ({
  seconds,
  tags: Math.abs(seconds) === 40 ? [] : ['prove'],
}));

describe.each(APART)('of two machines whose clocks are $seconds s apart', ({ seconds, tags }) => {
  test('none sends a callback before its answer, and none sends one that the other is sending', {
    tags,
  }, async () => {
    const [one, other] = [await startProcess(0), await startProcess(seconds)];
    receiver.answer(async (response) => {
      await setTimeout(1_000);
      response.end();
    });
    one.startWorker();
    other.startWorker();
    for (const process of [one, other]) {
      const before = receiver.received.length;
      const requestId = await process.sell();
      await setTimeout(800);
      expect(receiver.received).toHaveLength(before);
      await process.answer(requestId);
      await expect.poll(() => receiver.received.length, { timeout: 4_000 }).toBe(before + 1);
      await setTimeout(1_500);
      expect(receiver.received).toHaveLength(before + 1);
    }
  });

  test('each takes the access tokens that the other makes', async () => {
    const [one, other] = [await startProcess(0), await startProcess(seconds)];
    for (const [maker, taker] of [[one, other] as const, [other, one] as const]) {
      const shop = await shopOf(maker.context, maker.account.publishableKey);
      const { authorization } = await shop.openWallet('user');
      const app = openTestApp(taker.context);
      const answer = await app.request('/wallet/api/v1/methods', { headers: authorization });
      expect(answer.status).toBe(200);
    }
  });
});
