import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Acquirer, type AcquirerCall, aroundQuestions } from '../../base/processor/acquirer.ts';
import { createApp } from '../../main/app.ts';
import { openAcquirer } from '../../sandbox/acquirer/open-acquirer.ts';
import { statusOf } from '../../sandbox/acquirer/operation.ts';
import { sandboxAcquirer } from '../../sandbox/acquirer/sandbox-acquirer.ts';
import { merchants } from '../../tables/accounts.ts';
import { acquirerNotifications } from '../../tables/acquirer-notifications.ts';
import { attempts } from '../../tables/attempts.ts';
import { operations, payments } from '../../tables/payments.ts';
import { openTestShop } from '../../test-kit/test-shop.ts';
import { isFullSize, seed } from '../../test-kit/test-size.ts';
import { faultOnce, type NetworkFault } from '../connectors/conformance/faulty-fetch.ts';
import { applyNotifications } from './apply-notifications.ts';
import { resolveAttempts } from './resolve-attempts.ts';

/** The service's rows beside the ledger of somebody else: the simulated acquirer, asked through its API and a bad network. */

const PAYMENTS = isFullSize ? 1_000 : 25;
const SECRETS = { apiKey: 'acquirer-key', notificationSecret: 'acquirer-secret' };
const FAULTS: readonly NetworkFault[] = [
  'lostBefore',
  'lostAfter',
  'errorAfter',
  'brokenAnswerAfter',
  'doubled',
  'refusedConnection',
];
const callback_url = 'http://127.0.0.1:9999/callback';
const amountOf = (minor: number) => (minor / 100).toFixed(2);

type Network = {
  fetch: AcquirerCall['fetch'];
  /** Whether it can be asked what became of a question. */
  readonly finds: boolean;
};

function behind(plain: Acquirer, { fetch, finds }: Network): Acquirer {
  const { find } = plain;
  return {
    ...aroundQuestions(plain, (ask) => (question, call) => ask(question, { ...call, fetch })),
    find: finds && find ? (wanted, call) => find(wanted, { ...call, fetch }) : undefined,
  };
}

/** A service and an acquirer, between whom a third of all questions and half of all notifications meet a fault. */
async function openStage({ finds }: Pick<Network, 'finds'>) {
  const shop = await openTestShop();
  const random = randomOf(seed);
  const oneOf = <Value>(values: readonly [Value, ...Value[]]) =>
    values[Math.floor(random() * values.length)] ?? values[0];
  let isCalm = false;
  const acquirer = openAcquirer({
    ...SECRETS,
    clock: shop.context.clock,
    directory: undefined,
    bankUrl: 'https://bank.example',
    async deliver({ headers, body }) {
      const fate = random();
      if (fate < 0.2) return false;
      const sent = { method: 'POST', body: Buffer.from(body), headers: headers as Record<string, string> };
      const send = async () => (await app.request('/acquirers/simulated/notifications', sent)).status;
      expect(await send()).toBe(204);
      if (fate < 0.4) expect(await send()).toBe(204);
      // It was taken, and the acquirer does not hear so.
      return fate > 0.5;
    },
  });
  const fetch: AcquirerCall['fetch'] = (url, init) => {
    const isHit = !isCalm && init.method === 'POST' && random() < 0.35;
    const fault = FAULTS[Math.floor(random() * FAULTS.length)];
    return (isHit && fault ? faultOnce(acquirer.fetch, fault) : acquirer.fetch)(url, init);
  };
  const plain = sandboxAcquirer({ name: 'simulated', url: 'http://acquirer', timeoutMs: 20_000, ...SECRETS });
  const connector = behind(plain, { fetch, finds });
  const acquirers = { of: () => connector, named: () => connector };
  const context = { ...shop.context, dependencies: { ...shop.context.dependencies, acquirers } };
  const app = createApp(context);
  return {
    app,
    shop,
    acquirer,
    random,
    oneOf,
    db: context.db,
    calm: () => {
      isCalm = true;
    },
    /** What happens by itself within some seconds. */
    async pass(seconds: number) {
      shop.advance(seconds);
      await acquirer.sendDue();
      await applyNotifications(context);
      await resolveAttempts(context);
    },
  };
}
type Stage = Awaited<ReturnType<typeof openStage>>;

type Acknowledged = { readonly id: string; readonly status: string };

/** Bills, and again under the same key where there was no acquirer, as a merchant's backend does. */
async function bill({ app }: Stage, values: Record<string, string>): Promise<Acknowledged | undefined> {
  const headers = { secretKey: 'sk_sandbox_demo', 'Idempotency-Key': crypto.randomUUID() };
  for (let tries = 0; tries < 5; tries += 1) {
    const sent = { method: 'POST', body: new URLSearchParams({ currency: 'EUR', ...values }), headers };
    const answer = await app.request('/wallet/api/v1/billing', sent);
    const { transaction } = JSON.parse(await answer.text());
    if (transaction) return { id: transaction.transactionID, status: transaction.status };
    if (answer.status !== 503) return undefined;
  }
  return undefined;
}

/** A payment of a random kind, with up to three follow-ups of random amounts. Returns what the merchant was told. */
async function pay(stage: Stage): Promise<Acknowledged[]> {
  const { random, oneOf } = stage;
  const amount = 500 + Math.floor(random() * 5_000);
  const method = oneOf(['SALE', 'AUTH']);
  const good = '4242424242424242';
  const ccToken = `tok_sandbox_${oneOf([good, good, good, '4000000000009995'])}`;
  const merchant_id = oneOf(['1001', '1002']);
  const told = [await bill(stage, { method, amount: amountOf(amount), merchant_id, callback_url, ccToken })];
  const transactionID = told[0]?.id;
  for (let left = Math.floor(random() * 4); transactionID !== undefined && left > 0; left -= 1) {
    await stage.pass(5);
    const followUp =
      method === 'AUTH' ? oneOf(['CHARGE', 'CHARGE', 'REFUND', 'VOID']) : oneOf(['REFUND', 'VOID']);
    const part = { amount: amountOf(1 + Math.floor((random() * amount) / 2)) };
    const form = { method: followUp, transactionID, callback_url };
    told.push(await bill(stage, { ...form, ...(followUp !== 'VOID' && part) }));
  }
  return told.filter((each) => each !== undefined);
}

const METHODS = {
  authorise: 'AUTH',
  sale: 'SALE',
  capture: 'CHARGE',
  refund: 'REFUND',
  cancel: 'VOID',
} as const;
const ENDS: Readonly<Record<string, string>> = { OK: 'SUCCESS', FAILURE: 'FAILURE' };

test.each([
  ['can be asked what became of a question', true],
  ['only knows its keys', false],
])(
  `agrees to the cent with an acquirer that %s, through lost, doubled and reordered answers and notifications (seed ${seed})`,
  {
    timeout: 900_000,
  },
  async (_what, finds) => {
    const stage = await openStage({ finds });
    const { acquirer, db, shop } = stage;
    const told: Acknowledged[] = [];
    for (let count = 0; count < PAYMENTS; count += 1) told.push(...(await pay(stage)));
    stage.calm();
    for (let minute = 0; minute < 60; minute += 1) await stage.pass(60);
    const rows = await db
      .select({
        operation: operations,
        currency: payments.currency,
        account: merchants.ref,
        attempt: attempts,
      })
      .from(operations)
      .innerJoin(payments, eq(payments.id, operations.paymentId))
      .innerJoin(merchants, eq(merchants.id, payments.merchantId))
      .innerJoin(attempts, eq(attempts.operationId, operations.id));
    const undecided = rows.filter(
      ({ operation, attempt }) => operation.status === 'PENDING' || attempt.state !== 'ended',
    );
    expect(undecided, 'undecided an hour later').toEqual([]);
    const now = shop.context.clock.now().getTime();
    const ours = rows.map(({ operation: { id, method, amount, status }, currency, account }) =>
      [id, method, amount, currency, account, status === 'SUCCESS'].join(' '),
    );
    const theirs = [...acquirer.core.ledger.operations.values()].map((entry) => {
      const { reference, kind, amount, currency, merchantAccount } = entry;
      const isApproved = statusOf(entry, now) === 'approved';
      return [reference, METHODS[kind], amount, currency, merchantAccount, isApproved].join(' ');
    });
    expect(ours.toSorted()).toEqual(theirs.toSorted());
    expect(ours.length).toBeGreaterThan(PAYMENTS);
    const statuses = new Map(rows.map(({ operation }) => [operation.transactionId, operation.status]));
    const decided = told.filter(({ status }) => status !== 'PENDING');
    expect(
      decided.filter(({ id, status }) => statuses.get(id) !== ENDS[status]),
      'not true any more',
    ).toEqual([]);
    // The network was bad indeed.
    expect(told.length - decided.length).toBeGreaterThan(PAYMENTS / 10);
    const kept = await db.select().from(acquirerNotifications).where(eq(acquirerNotifications.state, 'kept'));
    expect(kept, 'notifications of nobody').toEqual([]);
    await shop.close();
  },
);

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
function randomOf(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
