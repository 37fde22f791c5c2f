import { and, eq, exists, inArray, isNull, ne, not, or } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { challenges, operations, payments } from '../db/schema.ts';
import { openTestShop, type TestShop } from '../test-shop.ts';
import { isFullSize, seed } from '../test-size.ts';
import { completeChallenge } from '../threeds/complete-challenge.ts';
import {
  figuresOf,
  type ModelOperation,
  type MoveMethod,
  type StartMethod,
  stateOf,
} from './payment-model.ts';
import * as model from './service-model.ts';
import { sweep } from './sweep.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
}, 60_000);
afterAll(() => shop.close());

const HISTORIES = isFullSize ? 5_000 : 200;

/** What may happen; `on` picks one of the transactions so far. */
type Step =
  | {
      readonly do: 'start';
      readonly method: StartMethod;
      readonly cents: number;
      readonly isAsync: boolean;
      readonly declined: boolean;
      readonly autopilot: 'Y' | 'N' | undefined;
    }
  | {
      readonly do: 'move';
      readonly method: MoveMethod;
      readonly on: number;
      readonly cents: number;
      readonly declined: boolean;
    }
  | { readonly do: 'answer'; readonly on: number; readonly result: 'Y' | 'N' | 'cancel' }
  | { readonly do: 'wait'; readonly ms: number; readonly isSmall: boolean };

const cents = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constantFrom(500, 1_000, 1_000));
const declined = fc.constantFrom(false, false, false, true);
const on = fc.nat({ max: 40 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('start' as const),
      method: fc.constantFrom('SALE', 'AUTH', 'SALE_3DS', 'AUTH_3DS'),
      ...{ cents, declined, isAsync: fc.boolean() },
      autopilot: fc.constantFrom(undefined, undefined, 'Y', 'N'),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      method: fc.constantFrom('CHARGE', 'REFUND', 'VOID'),
      ...{ on, cents, declined },
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      on,
      result: fc.constantFrom('Y', 'Y', 'N', 'cancel'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(299, 300, 1_999, 2_000, 899_000, 900_000, 86_399_000, 86_400_000, 604_800_000),
      isSmall: fc.boolean(),
    }),
  },
);

test(`bill does what a plain single-threaded model does, through any history (seed ${seed})`, {
  timeout: isFullSize ? 7_200_000 : 400_000,
}, async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), run), {
    ...{ numRuns: HISTORIES, seed },
  });
});

/** A history under way: what the model and the service call the same transactions. */
type History = {
  readonly world: model.ServiceModel;
  readonly ids: string[];
  readonly ended: Map<string, string>;
};

async function run(steps: readonly Step[]) {
  const history: History = { world: model.serviceModel(), ids: [], ended: new Map() };
  for (const next of steps) {
    await compare(history, await take(history, next));
  }
  await sweep(shop.context);
  await compareCallbacks(history);
  const before = await endedRows(history);
  await Promise.all([sweep(shop.context), sweep(shop.context)]);
  expect(await endedRows(history)).toEqual(before);
}

/** What the step may have touched. */
async function take(history: History, next: Step): Promise<readonly ModelOperation[]> {
  const { world, ids } = history;
  if (next.do === 'wait') {
    await wait(history, next);
    return world.operations;
  }
  if (next.do === 'start') {
    const found = await attempt(startForm(next), metadataOf(next));
    const expected = model.start(world, next);
    expect(found.verdict).toBe(expected.status);
    ids.push(found.id ?? '');
    return [expected];
  }
  if (ids.length === 0) return [];
  const place = next.on % ids.length;
  const target = world.operations[place];
  const transactionID = ids[place];
  if (!target || transactionID === undefined) throw new Error('the model lost a transaction');
  if (next.do === 'answer') {
    await answer(history, { target, transactionID, result: next.result });
    return target.payment.operations;
  }
  const amount = (next.cents / 100).toFixed(2);
  const money = next.method === 'VOID' ? {} : { amount, currency: 'GBP' };
  const form = { method: next.method, transactionID, ...money };
  const found = await attempt(form, next.declined ? { sandbox_result: '05' } : {});
  const expected = model.move(world, target, next);
  expect(found.verdict).toBe(typeof expected === 'string' ? expected : expected.status);
  if (found.id !== undefined) ids.push(found.id);
  return target.payment.operations;
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

function startForm(next: Extract<Step, { do: 'start' }>): Record<string, string> {
  return {
    ...{ method: next.method, amount: (next.cents / 100).toFixed(2), currency: 'GBP' },
    ...{ merchantRef: next.isAsync ? 'demo-async' : 'demo', ccToken: 'tok_sandbox_4242424242424242' },
    callback_url: 'http://127.0.0.1:9999/callback',
  };
}

function metadataOf({ declined: no, autopilot }: Extract<Step, { do: 'start' }>) {
  return { ...(no && { sandbox_result: '05' }), ...(autopilot && { sandbox_3ds: `auto:${autopilot}` }) };
}

async function attempt(values: Record<string, string>, metadata: Record<string, string>) {
  try {
    const { operation } = await shop.bill(values, metadata);
    return { verdict: operation.status, id: operation.transactionId };
  } catch (error) {
    if (error instanceof Error && 'code' in error) return { verdict: error.code };
    throw error;
  }
}

/** The state and figures of every payment touched, the status of each of its operations, after every step. */
async function compare({ world, ids, ended }: History, touched: readonly ModelOperation[]) {
  for (const operation of touched) {
    const { status, sandbox } = await shop.record(ids[world.operations.indexOf(operation)] ?? '');
    const { payment_state, authorised, captured, refunded, remaining } = sandbox;
    const figures = figuresOf(operation.payment);
    expect({ status, payment_state, authorised, captured, refunded, remaining }).toEqual({
      status: operation.status,
      payment_state: stateOf(operation.payment),
      authorised: decimal(figures.authorised),
      captured: decimal(figures.captured),
      refunded: decimal(figures.refunded),
      remaining: decimal(figures.remaining),
    });
  }
  for (const [id, row] of await endedRows({ ids })) {
    expect(ended.get(id) ?? row).toBe(row);
    ended.set(id, row);
  }
  expect(await loneChallenges()).toBe(0);
}

const decimal = (units: number) => (units / 100).toFixed(2);

/** An ended operation never changes. */
async function endedRows({ ids }: Pick<History, 'ids'>): Promise<Map<string, string>> {
  const rows = await shop.context.db
    .select()
    .from(operations)
    .where(and(inArray(operations.transactionId, ids), ne(operations.status, 'PENDING')));
  return new Map(rows.map((row) => [row.id, JSON.stringify(row)]));
}

/** Payments that wait without an open challenge, or have one without waiting. */
function loneChallenges(): Promise<number> {
  const { db } = shop.context;
  const isOpen = exists(
    db
      .select()
      .from(challenges)
      .where(and(eq(challenges.paymentId, payments.id), eq(challenges.status, 'OPEN'))),
  );
  const isWaiting = eq(payments.authentication, 'PENDING');
  const isNotWaiting = or(isNull(payments.authentication), not(isWaiting));
  return db.$count(payments, or(and(isWaiting, not(isOpen)), and(isNotWaiting, isOpen)));
}

/** One callback per end, in the order of the ends, `log` rising. */
async function compareCallbacks({ world, ids }: History) {
  for (const payment of world.payments) {
    const id = ids[world.operations.findIndex((operation) => operation.payment === payment)] ?? '';
    const told = await shop.told(id);
    expect(told.map(({ notification_details }) => notification_details.info)).toEqual(payment.told);
    const logs = told.map(({ transaction }) => Number(transaction.log));
    expect(logs).toEqual([...new Set(logs)].toSorted((a, b) => a - b));
  }
}
