import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { BillingAnswer } from '../../contract/billing/billing.ts';
import { cardTokenDigest, openCardToken } from '../base/seals/card-token.ts';
import { cardTokens, operations, payments } from '../tables/payments.ts';
import { refreshTokens, walletSessions } from '../tables/sessions.ts';
import { openTestShop } from '../test-kit/test-shop.ts';

const shop = await openTestShop();
afterAll(shop.close);

const CARD = 'tok_sandbox_4242424242424242';
const money = { amount: '10.00', currency: 'EUR' };
const sale = { method: 'SALE', ...money, merchant_id: '1001', ccToken: CARD };
const auth = { ...sale, method: 'AUTH' };

test('bill answers a SALE as the spec spells it', async () => {
  const answer = await shop.answer({ ...sale, orderID: 'order 7', transactionID: 'golden' });
  expect(answer).toEqual({
    transaction: {
      status: 'OK',
      authcode: expect.stringMatching(/^[0-9A-Z]{6}$/),
      tstamp: Date.UTC(2030, 0, 1, 12) / 1000,
      requestID: expect.any(String),
      processor: 'sandbox',
      source: 'card',
      orderID: 'order 7',
      amount: 10,
      transactionID: 'golden',
      sandbox: {
        payment_state: 'CAPTURED',
        authorised: '10.00',
        captured: '10.00',
        capture_pending: '0.00',
        refunded: '0.00',
        refund_pending: '0.00',
        remaining: '0.00',
      },
    },
    pm: {
      id: expect.any(Number),
      source: 'card',
      issuer_short: 'VI',
      issuer_full: 'visa',
      last_4_digits: '4242',
      is_single_use: 0,
      is_short_live: 0,
      is_capped: 0,
      is_expired: 0,
      is_default: 0,
      metadata: [],
    },
  });
  expect(BillingAnswer.parse({ ...answer, status: 'OK' })).toBeTruthy();
});

test('bill makes ids of its own where the caller gives none', async () => {
  const { transaction } = await shop.answer(sale);
  expect(transaction.orderID).toMatch(/^ord_[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(transaction.transactionID).toMatch(/^txn_[0-9A-HJKMNP-TV-Z]{26}$/);
});

test('bill moves the money of an AUTH by CHARGE and REFUND, each by its own figure', async () => {
  const { transaction: start } = await shop.answer(auth);
  const id = { currency: 'EUR', transactionID: start.transactionID };
  expect(start.sandbox).toMatchObject({ payment_state: 'AUTHORISED', remaining: '10.00' });
  const part = await shop.answer({ ...id, method: 'CHARGE', amount: '4' });
  expect(part.transaction.sandbox).toMatchObject({ payment_state: 'PARTIALLY_CAPTURED', remaining: '6.00' });
  const rest = await shop.answer({ ...id, method: 'CHARGE', amount: '6.00' });
  expect(rest.transaction.sandbox).toMatchObject({ payment_state: 'CAPTURED', captured: '10.00' });
  const some = await shop.answer({ ...id, method: 'REFUND', amount: '0.5' });
  expect(some.transaction).toMatchObject({ amount: 0.5, sandbox: { payment_state: 'PARTIALLY_REFUNDED' } });
  const all = await shop.answer({ ...id, method: 'REFUND', amount: '9.50' });
  expect(all.transaction.sandbox).toMatchObject({ payment_state: 'REFUNDED', refunded: '10.00' });
  expect(all.transaction.transactionID).not.toBe(start.transactionID);
  expect(all.transaction.orderID).toBe(start.orderID);
});

test('bill lets exactly one of 64 simultaneous CHARGEs take the whole amount', async () => {
  const { transaction } = await shop.answer(auth);
  const charge = { ...money, method: 'CHARGE', transactionID: transaction.transactionID };
  expect(await successes(() => shop.bill(charge))).toEqual({ OK: 1, amount_exceeds_authorised: 63 });
});

test('bill lets exactly one of 64 simultaneous REFUNDs give the whole amount back', async () => {
  const { transaction } = await shop.answer(sale);
  const refund = { ...money, method: 'REFUND', transactionID: transaction.transactionID };
  expect(await successes(() => shop.bill(refund))).toEqual({ OK: 1, amount_exceeds_refundable: 63 });
});

test('bill lets exactly one of 16 simultaneous SALEs use a single-use token', async () => {
  const { token } = await shop.openWallet('guest');
  const ccToken = await token('4242424242424242');
  expect(await successes(() => shop.bill({ ...sale, ccToken }), 16)).toEqual({ OK: 1, token_invalid: 15 });
});

test('bill refuses a start with the id of any other transaction', async () => {
  const named = { ...sale, transactionID: 'once.only' };
  await shop.bill(named);
  await expect(shop.bill(named)).rejects.toMatchObject({ code: 'transaction_id_exists' });
  const { transaction } = await shop.answer(auth);
  const charge = { ...money, method: 'CHARGE', transactionID: transaction.transactionID };
  const { transaction: charged } = await shop.answer(charge);
  await expect(shop.bill({ ...named, transactionID: charged.transactionID })).rejects.toMatchObject({
    code: 'transaction_id_exists',
  });
});

test('bill consumes a single-use token by a decline, not by a refusal', async () => {
  const { token } = await shop.openWallet('user');
  const ccToken = await token('4000000000009995');
  await expect(shop.bill({ ...sale, ccToken, merchant_id: '4711' })).rejects.toMatchObject({
    code: 'merchant_forbidden',
  });
  const { transaction, pm } = await shop.answer({ ...sale, ccToken });
  expect(transaction).toMatchObject({
    status: 'FAILURE',
    authcode: '',
    sandbox: { payment_state: 'FAILED' },
  });
  expect(pm).toMatchObject({ is_single_use: 1, is_short_live: 1 });
  await expect(shop.bill({ ...sale, ccToken })).rejects.toMatchObject({ code: 'token_invalid' });
  const [row] = await shop.context.db
    .select()
    .from(cardTokens)
    .where(eq(cardTokens.digest, cardTokenDigest(shop.context, ccToken)));
  expect(row?.consumedBy).toMatch(/^[0-9A-Z]{26}$/);
});

test('bill declines a CHARGE and a REFUND without moving money', async () => {
  const { transaction } = await shop.answer(auth);
  const id = { ...money, transactionID: transaction.transactionID };
  const declined = await shop.answer({ ...id, method: 'CHARGE' }, { sandbox_result: '91' });
  expect(declined.transaction).toMatchObject({ status: 'FAILURE', sandbox: { captured: '0.00' } });
  await shop.bill({ ...id, method: 'CHARGE' });
  const refund = await shop.answer({ ...id, method: 'REFUND' }, { sandbox_result: '05' });
  expect(refund.transaction).toMatchObject({ status: 'FAILURE', sandbox: { refunded: '0.00' } });
});

test('bill answers token_invalid for every token that cannot be charged', async () => {
  const invalid = { code: 'token_invalid', param: 'ccToken' };
  const strangers = await shop.otherShop(5001);
  const foreign = await (await strangers.openWallet('user')).token('4242424242424242', 'as-long-as-card');
  const guest = await shop.openWallet('guest');
  const guestToken = await guest.token('4242424242424242');
  const revoked = await shop.openWallet('guest');
  const revokedToken = await revoked.token('4242424242424242');
  const { db, clock } = shop.context;
  await db
    .update(walletSessions)
    .set({ endedAt: clock.now() })
    .where(eq(walletSessions.id, guest.walletSession));
  await db
    .update(refreshTokens)
    .set({ revokedAt: clock.now() })
    .where(eq(refreshTokens.id, revoked.refreshTokenId));
  const real = 'tok_sandbox_4532015112830366';
  for (const ccToken of [
    'cc_unknown',
    foreign,
    guestToken,
    revokedToken,
    real,
    'tok_sandbox_42',
    `${CARD}1`,
  ]) {
    await expect(shop.bill({ ...sale, ccToken }), ccToken).rejects.toMatchObject(invalid);
  }
});

test('bill refuses a short-lived token after its time, not a lasting one', async () => {
  const { token } = await shop.openWallet('user');
  const [short, lasting] = [
    await token('4242424242424242'),
    await token('4242424242424242', 'as-long-as-card'),
  ];
  shop.advance(30 * 60);
  await expect(shop.bill({ ...sale, ccToken: short })).rejects.toMatchObject({ code: 'token_invalid' });
  expect((await shop.answer({ ...sale, ccToken: lasting })).transaction.status).toBe('OK');
});

test('bill bills a sandbox token through one alias of one user per account', async () => {
  const first = await shop.bill(sale);
  const second = await shop.bill(sale);
  expect(openCardToken(shop.context, first.token)).toMatch(/^cc_[\w-]{32}$/);
  expect(second.token).toEqual(first.token);
  const other = await shop.bill({ ...sale, ccToken: 'tok_sandbox_5555555555554444' });
  expect(other.payment.userId).toBe(first.payment.userId);
  const strangers = await shop.otherShop(5101);
  const elsewhere = await strangers.bill({ ...sale, merchant_id: '5101' });
  expect(elsewhere.payment.userId).not.toBe(first.payment.userId);
});

test('bill refuses a brand that the merchant does not accept', async () => {
  const amex = { ...sale, merchant_id: '1003', ccToken: 'tok_sandbox_378282246310005' };
  await expect(shop.bill(amex)).rejects.toMatchObject({ code: 'card_brand_not_accepted' });
});

test('bill writes nothing when it refuses', async () => {
  const counts = async () => [
    await shop.context.db.$count(payments),
    await shop.context.db.$count(operations),
    await shop.context.db.$count(cardTokens),
  ];
  const before = await counts();
  const never = { ...sale, ccToken: 'tok_sandbox_6011111111111117', merchant_id: '1' };
  await expect(shop.bill(never)).rejects.toMatchObject({ code: 'merchant_forbidden' });
  expect(await counts()).toEqual(before);
});

async function successes(attempt: () => Promise<unknown>, times = 64): Promise<Record<string, number>> {
  const outcomes = await Promise.allSettled(Array.from({ length: times }, attempt));
  const count: Record<string, number> = {};
  for (const outcome of outcomes) {
    const name = outcome.status === 'fulfilled' ? 'OK' : outcome.reason.code;
    count[name] = (count[name] ?? 0) + 1;
  }
  return count;
}

test('bill takes no MOTO order of a merchant without that capability', async () => {
  for (const moto of ['phone', 'email', 'mail']) {
    expect((await shop.answer(sale, { moto })).transaction.status).toBe('OK');
  }
  await shop.set(1001, { moto: false });
  await expect(shop.answer(sale, { moto: 'phone' })).rejects.toMatchObject({ code: 'moto_not_enabled' });
  await shop.set(1001, {});
});
