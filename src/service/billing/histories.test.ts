import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '../test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
}, 30_000);
afterAll(() => shop.close());

const HISTORIES = 200;
const DAY = 86_400;

/** What may happen, in cents; `on` picks one of the transactions so far, `declined` asks the sandbox to say no. */
type Step =
  | {
      readonly do: 'start';
      readonly method: 'SALE' | 'AUTH';
      readonly cents: number;
      readonly declined: boolean;
    }
  | {
      readonly do: 'move';
      readonly method: 'CHARGE' | 'REFUND';
      readonly on: number;
      readonly cents: number;
      readonly declined: boolean;
    }
  | { readonly do: 'wait'; readonly days: number };

type ModelPayment = {
  capturable: boolean;
  authorised: number;
  captured: number;
  refunded: number;
  age: number;
};
type ModelTransaction = {
  payment: ModelPayment;
  method: string;
  ok: boolean;
  cents: number;
  refundedHere: number;
};

const cents = fc.integer({ min: 1, max: 60 });
const declined = fc.boolean().chain((maybe) => (maybe ? fc.boolean() : fc.constant(false)));
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('start' as const),
      method: fc.constantFrom('SALE', 'AUTH'),
      cents,
      declined,
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      method: fc.constantFrom('CHARGE', 'REFUND'),
      on: fc.nat({ max: 40 }),
      cents,
      declined,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 7 }) }),
  },
);

/** The rules once more, as one plain object changed by one step after another. */
function model() {
  const transactions: ModelTransaction[] = [];
  const payments: ModelPayment[] = [];
  const isOver = (payment: ModelPayment) => payment.capturable && payment.age >= 7;
  return {
    transactions,
    wait: (days: number) => {
      for (const payment of payments) payment.age += days;
    },
    start: ({ method, cents: amount, declined: no }: Extract<Step, { do: 'start' }>) => {
      const payment = {
        ...{ capturable: method === 'AUTH' && !no, authorised: no ? 0 : amount },
        ...{ captured: method === 'SALE' && !no ? amount : 0, refunded: 0, age: 0 },
      };
      payments.push(payment);
      transactions.push({ payment, method, ok: !no, cents: amount, refundedHere: 0 });
      return no ? 'FAILURE' : 'OK';
    },
    move: (on: ModelTransaction, { method, cents: amount, declined: no }: Extract<Step, { do: 'move' }>) => {
      const refusal = method === 'CHARGE' ? chargeRefusal(on, amount, isOver) : refundRefusal(on, amount);
      if (refusal !== undefined) return refusal;
      const { payment } = on;
      transactions.push({ payment, method, ok: !no, cents: amount, refundedHere: 0 });
      if (no) return 'FAILURE';
      if (method === 'CHARGE') payment.captured += amount;
      else {
        payment.refunded += amount;
        on.refundedHere += amount;
      }
      return 'OK';
    },
    figures: (payment: ModelPayment) => ({
      authorised: payment.authorised,
      captured: payment.captured,
      refunded: payment.refunded,
      remaining: isOver(payment) ? 0 : payment.authorised - payment.captured,
    }),
  };
}

function chargeRefusal(on: ModelTransaction, amount: number, isOver: (payment: ModelPayment) => boolean) {
  const { payment } = on;
  if (!payment.capturable || on.method === 'REFUND') return 'transaction_not_capturable';
  if (isOver(payment)) return 'authorisation_expired';
  return payment.captured + amount > payment.authorised ? 'amount_exceeds_authorised' : undefined;
}

function refundRefusal(on: ModelTransaction, amount: number) {
  const { payment } = on;
  if (payment.captured === 0 || on.method === 'REFUND') return 'transaction_not_refundable';
  if (on.method === 'CHARGE' && !on.ok) return 'transaction_not_refundable';
  const ofCharge = on.method === 'CHARGE' ? on.cents - on.refundedHere : Number.POSITIVE_INFINITY;
  const bound = Math.min(ofCharge, payment.captured - payment.refunded);
  return amount > bound ? 'amount_exceeds_refundable' : undefined;
}

test('bill does what a plain single-threaded model does, through any history', {
  timeout: 120_000,
}, async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), run), {
    numRuns: HISTORIES,
  });
});

async function run(steps: readonly Step[]) {
  const expected = model();
  const ids: string[] = [];
  for (const next of steps) {
    if (next.do === 'wait') {
      expected.wait(next.days);
      shop.advance(next.days * DAY);
      continue;
    }
    const place = next.do === 'move' && ids.length > 0 ? next.on % ids.length : undefined;
    if (next.do === 'move' && place === undefined) continue;
    const on = place === undefined ? undefined : expected.transactions[place];
    const values = formOf(next, place === undefined ? undefined : ids[place]);
    const outcome = await attempt(values, next.declined);
    const wanted = next.do === 'start' ? expected.start(next) : on && expected.move(on, next);
    expect(outcome.verdict).toBe(wanted);
    if (outcome.id === undefined) continue;
    ids.push(outcome.id);
    const latest = expected.transactions.at(-1);
    expect(outcome.figures).toEqual(latest && expected.figures(latest.payment));
  }
}

function formOf(
  next: Exclude<Step, { do: 'wait' }>,
  transactionID: string | undefined,
): Record<string, string> {
  const money = { method: next.method, amount: (next.cents / 100).toFixed(2), currency: 'GBP' };
  if (transactionID !== undefined) return { ...money, transactionID };
  return { ...money, merchant_id: '1001', ccToken: 'tok_sandbox_4242424242424242' };
}

async function attempt(values: Record<string, string>, no: boolean) {
  try {
    const { transaction } = await shop.answer(values, no ? { sandbox_result: '05' } : {});
    const { authorised, captured, refunded, remaining } = transaction.sandbox;
    const figures = Object.fromEntries(
      Object.entries({ authorised, captured, refunded, remaining }).map(([name, text]) => [
        name,
        Number(text.replace('.', '')),
      ]),
    );
    return { verdict: transaction.status, id: transaction.transactionID, figures };
  } catch (error) {
    if (error instanceof Error && 'code' in error) return { verdict: error.code };
    throw error;
  }
}
