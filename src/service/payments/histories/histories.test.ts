import { and, eq, exists, inArray, isNull, not, or } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { CallbackBody, type CallbackInfo } from '../../../contract/billing/callback.ts';
import { scheduledJobs } from '../../main/scheduled-jobs.ts';
import { callbacks } from '../../tables/callbacks.ts';
import { challenges } from '../../tables/challenges.ts';
import { type OperationRow, operations, payments } from '../../tables/payments.ts';
import { spellings, tablesHolding } from '../../test-kit/test-canary.ts';
import {
  type FollowUp,
  type FollowUpStep,
  histories,
  type NamedBy,
  type StartStep,
  type Step,
} from '../../test-kit/test-history-steps.ts';
import {
  type ModelOperation,
  type ModelPayment,
  refusalOf,
  stateOf,
  totalsOf,
} from '../../test-kit/test-payment-model.ts';
import * as model from '../../test-kit/test-service-model.ts';
import { openTestShop, type TestShop } from '../../test-kit/test-shop.ts';
import { seed } from '../../test-kit/test-size.ts';
import { completeChallenge } from '../../test-kit/test-verbs.ts';
import { sweep } from '../sweep.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** How many to generate. */
    histories: number;
  }
}

const NUMBER = '4242424242424242';
const SECRET_KEY = 'sk_sandbox_demo';

let shop: TestShop;
let wallet: Awaited<ReturnType<TestShop['openWallet']>>;
let secrets: string[];
beforeEach(async () => {
  shop = await openTestShop();
  wallet = await shop.openWallet('user');
  const { Authorization: accessToken } = wallet.authorization;
  if (accessToken === undefined) throw new Error('the wallet has no access token');
  secrets = [NUMBER, SECRET_KEY, accessToken].flatMap(spellings);
});
afterEach(() => shop.close());

/** The clock of one store goes some 25 years on in so many, and its sandbox cards end in 2099. */
const PER_STORE = 500;

const total = inject('histories');
const batches = Array.from({ length: Math.ceil(total / PER_STORE) }, (_, index) => ({
  seed: seed + index,
  numRuns: Math.min(PER_STORE, total - index * PER_STORE),
}));

test.each(batches)(
  'billing does what a plain single-threaded model does, through any history (seed $seed)',
  {
    timeout: 1_800_000,
  },
  async (batch) => {
    await fc.assert(fc.asyncProperty(histories, run), batch);
    expect(await tablesHolding(shop.context.db, secrets)).toEqual([]);
    expect(secretsIn(shop.logged())).toEqual([]);
  },
);

/** A history under way: what the model and the service call the same transactions. */
type History = {
  readonly world: model.ServiceModel;
  readonly ids: string[];
  readonly ended: Map<string, string>;
  readonly tokens: readonly string[];
  /** Requests whose answers are kept. */
  readonly answered: (model.StoredAnswer & {
    readonly ask: Ask;
    readonly text: string;
    readonly operation: ModelOperation;
  })[];
};

/** One request, and what the model makes of it. */
type Ask = {
  readonly form: Record<string, string>;
  readonly named: NamedBy;
  readonly key: string;
  /** The code it would be refused with now. */
  refusal(): string | undefined;
  apply(): ModelOperation | string;
};

async function run(steps: readonly Step[]) {
  const { db } = shop.context;
  const tokens = [await wallet.token(NUMBER), await wallet.token(NUMBER)];
  const world = model.serviceModel();
  world.tokens.push(...tokens.map(() => ({ madeAt: 0, isUsed: false })));
  const history: History = { world, tokens, ids: [], ended: new Map(), answered: [] };
  const before = await db.$count(operations);
  for (const next of steps) {
    await compare(history, await take(history, next));
  }
  await workAgain(history);
  expect((await db.$count(operations)) - before).toBe(world.operations.length);
}

/** However often what is due is done, it is done once. */
async function workAgain(history: History) {
  const workAll = async () => {
    for (const work of scheduledJobs) await work.run(shop.context);
  };
  await workAll();
  await compare(history, history.world.operations);
  const before = await operationRows(history);
  await Promise.all([workAll(), workAll()]);
  expect(await operationRows(history)).toEqual(before);
  await compare(history, history.world.operations);
}

/** What the step may have touched. */
async function take(history: History, next: Step): Promise<readonly ModelOperation[]> {
  const { world, ids } = history;
  if (next.do === 'wait') {
    await wait(history, next);
    return world.operations;
  }
  if (next.do === 'start') return perform(history, startsOf(history, next));
  if (next.do === 'again') return askAgain(history, next);
  if (ids.length === 0) return [];
  const index = next.on % ids.length;
  const target = world.operations[index];
  const transactionID = ids[index];
  if (!target || transactionID === undefined) throw new Error('the model lost a transaction');
  if (next.do === 'answer') await answer(history, { target, transactionID, result: next.result });
  else await perform(history, movesOf(history, { next, target, transactionID }));
  return target.payment.operations;
}

/** One start, or two at once for what may be one single-use token. */
function startsOf({ world, tokens }: History, next: StartStep): Ask[] {
  const named = next.token === undefined ? undefined : tokens[next.token];
  const metadata = {
    ...(next.declined && { sandbox_result: '05' }),
    ...(next.autopilot && { sandbox_3ds: `auto:${next.autopilot}` }),
  };
  const form = {
    method: next.method,
    amount: decimal(next.cents),
    currency: 'GBP',
    merchantRef: next.isAsync ? 'demo-async' : 'demo',
    ccToken: named ?? `tok_sandbox_${NUMBER}`,
    metadata: JSON.stringify(metadata),
    callback_url: 'http://127.0.0.1:9999/callback',
  };
  const asked = { apply: () => model.start(world, next), refusal: () => model.startRefusal(world, next) };
  const own = next.named === 'id' || next.named === 'both' ? { transactionID: `own-${uniqueName()}` } : {};
  const first: Ask = { ...asked, named: next.named, key: uniqueName(), form: { ...form, ...own } };
  return next.isDouble ? [first, { ...asked, named: 'no', key: '', form }] : [first];
}

type Moving = {
  readonly next: FollowUpStep;
  readonly target: ModelOperation;
  readonly transactionID: string;
};

function movesOf({ world }: History, { next, target, transactionID }: Moving): Ask[] {
  return next.followUps.map((followUp: FollowUp) => ({
    apply: () => model.followUp(world, target, followUp),
    refusal: () => refusalOf(target, { ...followUp, now: world.now }),
    named: next.isKeyed ? ('key' as const) : ('no' as const),
    key: uniqueName(),
    form: {
      method: followUp.method,
      transactionID,
      ...(followUp.method !== 'VOID' && { amount: decimal(followUp.cents), currency: 'GBP' }),
      ...(followUp.declined && { metadata: '{"sandbox_result":"05"}' }),
    },
  }));
}

let names = 0;
function uniqueName() {
  names += 1;
  return `${seed}-${names}`;
}

/** Asks all at once, among sweeps; there must be an order in which the model does the same one by one. */
async function perform(history: History, asks: readonly Ask[]): Promise<readonly ModelOperation[]> {
  const answering = Promise.all(asks.map(async (ask) => ({ ask, ...(await attempt(ask)) })));
  const [found] = await Promise.all([answering, asks.length > 1 && sweep(shop.context)]);
  const touched: ModelOperation[] = [];
  let refused = found.filter(({ id }) => id === undefined);
  for (const { ask, verdict, id = '', text } of await inOrder(found)) {
    refused = refused.filter((other) => other.ask.refusal() !== other.verdict);
    const operation = ask.apply();
    if (typeof operation === 'string') throw new Error(`the service did what is ${operation}`);
    expect(verdict).toBe(operation.status);
    touched.push(operation);
    history.ids.push(id);
    if (ask.named === 'no') continue;
    history.answered.push({ ask, text, operation, named: ask.named, storedAt: history.world.now });
  }
  for (const { ask, verdict } of refused) expect(verdict).toBe(ask.refusal());
  return touched;
}

type Attempt = Awaited<ReturnType<typeof attempt>>;

/** What was done, by `log`, which rises with what happens to a payment. */
async function inOrder<Found extends Attempt>(found: readonly Found[]): Promise<readonly Found[]> {
  const done = found.filter(({ id }) => id !== undefined);
  if (done.length < 2) return done;
  const logged = await Promise.all(
    done.map(async (one) => ({ one, log: (await shop.record(one.id ?? '')).log })),
  );
  return logged.toSorted((one, other) => one.log - other.log).map(({ one }) => one);
}

async function attempt({ form, named, key }: Pick<Ask, 'form' | 'named' | 'key'>) {
  const isKeyed = named === 'key' || named === 'both';
  const headers = { secretKey: SECRET_KEY, ...(isKeyed && { 'Idempotency-Key': key }) };
  const answered = await shop.post('/wallet/api/v1/billing', form, headers);
  const text = await answered.text();
  expect(secretsIn(text)).toEqual([]);
  const isReplay = answered.headers.get('Idempotent-Replayed') === 'true';
  const { transaction, error } = JSON.parse(text);
  if (!transaction) return { verdict: error.code, id: undefined, text, isReplay };
  const verdict = transaction.status === 'OK' ? 'SUCCESS' : transaction.status;
  return { verdict, id: transaction.transactionID, text, isReplay };
}

const secretsIn = (text: string) => secrets.filter((secret) => text.includes(secret));

/** A request that was answered before, three times at once: the first answer byte for byte, and nothing happens. */
async function askAgain(history: History, { on, isOther }: Extract<Step, { do: 'again' }>) {
  const { world, answered } = history;
  const index = on % Math.max(answered.length, 1);
  const kept = answered[index];
  if (!kept) return [];
  const expected = model.repeat(world, kept, isOther);
  if (expected === 'anew') {
    answered.splice(index, 1);
    return perform(history, [kept.ask]);
  }
  const { ask, text, operation } = kept;
  const form = isOther ? { ...ask.form, orderID: 'another' } : ask.form;
  const found = await Promise.all([1, 2, 3].map(() => attempt({ ...ask, form })));
  const inUse = found.filter(({ verdict }) => verdict === 'idempotency_key_in_use');
  const others = found.filter((one) => !inUse.includes(one));
  expect(others.length).toBeGreaterThan(0);
  if (isOther) expect(new Set(others.map(({ verdict }) => verdict))).toEqual(new Set([expected]));
  else for (const again of others) expect(again).toMatchObject({ text, isReplay: true });
  return operation.payment.operations;
}

/** In one jump, or in many small ones with a sweep after each: the end is the same. */
async function wait({ world }: History, { ms, isSmall }: Extract<Step, { do: 'wait' }>) {
  model.wait(world, ms);
  const parts = isSmall ? 5 : 1;
  for (let part = 0; part < parts; part += 1) {
    shop.advance(ms / parts / 1000);
    if (isSmall) await sweep(shop.context);
  }
}

type Answering = {
  readonly target: ModelOperation;
  readonly transactionID: string;
  readonly result: 'Y' | 'N' | 'cancel';
};

async function answer({ world }: History, { target, transactionID, result }: Answering) {
  const [row] = await shop.context.db
    .select({ id: challenges.id, metadata: operations.metadata })
    .from(challenges)
    .innerJoin(operations, eq(operations.id, challenges.operationId))
    .where(eq(operations.transactionId, transactionID));
  if (!row) return;
  await completeChallenge(shop.context, { challengeId: row.id, result });
  const isDeclined = row.metadata.some(({ key }) => key === 'sandbox_result');
  model.answer(world, target, result === 'Y' && !isDeclined);
}

/** After every step: the figures of what was touched, the status of all, what has been told. */
async function compare(history: History, touched: readonly ModelOperation[]) {
  const { world, ids, ended } = history;
  const touchedPayments = [...new Set(touched.map(({ payment }) => payment))];
  for (const payment of touchedPayments) await compareFigures(history, payment);
  const rows = await operationRows(history);
  expect(ids.map((id) => rows.get(id)?.status)).toEqual(world.operations.map(({ status }) => status));
  for (const [id, row] of endedOf(rows)) {
    expect(ended.get(id) ?? row).toBe(row);
    ended.set(id, row);
  }
  const paymentIds = [...new Set([...rows.values()].map(({ paymentId }) => paymentId))];
  expect(await loneChallenges(paymentIds)).toBe(0);
  for (const payment of touchedPayments) {
    await compareCallbacks(rows.get(idOf(history, payment))?.paymentId ?? '', payment.callbackInfos);
  }
}

async function compareFigures(history: History, payment: ModelPayment) {
  const { sandbox } = await shop.record(idOf(history, payment));
  const { authorised, captured, pending, refunded, refundPending, remaining } = totalsOf(payment);
  expect(sandbox).toMatchObject({
    payment_state: stateOf(payment),
    authorised: decimal(authorised),
    captured: decimal(captured),
    capture_pending: decimal(pending),
    refund_pending: decimal(refundPending),
    refunded: decimal(refunded),
    remaining: decimal(remaining),
  });
}

const decimal = (units: number) => (units / 100).toFixed(2);

/** Of its first transaction. */
const idOf = ({ world, ids }: History, payment: ModelPayment) =>
  ids[world.operations.findIndex((operation) => operation.payment === payment)] ?? '';

async function operationRows({ ids }: Pick<History, 'ids'>): Promise<ReadonlyMap<string, OperationRow>> {
  const rows = await shop.context.db.select().from(operations).where(inArray(operations.transactionId, ids));
  return new Map(rows.map((row) => [row.transactionId, row]));
}

/** An ended operation never changes. */
function endedOf(rows: ReadonlyMap<string, OperationRow>): ReadonlyMap<string, string> {
  const ended = [...rows].filter(([, { status }]) => status !== 'PENDING');
  return new Map(ended.map(([id, row]) => [id, JSON.stringify(row)]));
}

/** Payments that wait without an open challenge, or have one without waiting. */
function loneChallenges(paymentIds: readonly string[]): Promise<number> {
  const { db } = shop.context;
  const isOpen = exists(
    db
      .select()
      .from(challenges)
      .where(and(eq(challenges.paymentId, payments.id), eq(challenges.status, 'OPEN'))),
  );
  const isWaiting = eq(payments.authentication, 'PENDING');
  const isNotWaiting = or(isNull(payments.authentication), not(isWaiting));
  const isLone = or(and(isWaiting, not(isOpen)), and(isNotWaiting, isOpen));
  return db.$count(payments, and(inArray(payments.id, paymentIds), isLone));
}

/** One callback per end, there from the commit on, in the order of the ends, `log` rising. */
async function compareCallbacks(paymentId: string, told: readonly CallbackInfo[]) {
  const rows = await shop.context.db
    .select({ info: callbacks.info, body: callbacks.body })
    .from(callbacks)
    .where(eq(callbacks.paymentId, paymentId))
    .orderBy(callbacks.seq);
  expect(rows.map(({ info }) => info)).toEqual(told);
  const logs = rows.map(({ body }) => Number(CallbackBody.parse(JSON.parse(body)).transaction.log));
  expect(logs).toEqual([...new Set(logs)].toSorted((a, b) => a - b));
}
