import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readTransaction } from '../../api/read-transaction.ts';
import { DEMO_PUBLISHABLE_KEY } from '../../base/keys/secret-key.ts';
import { cards } from '../../tables/cards.ts';
import { challenges } from '../../tables/challenges.ts';
import { cardTokens } from '../../tables/payments.ts';
import { timers } from '../../tables/timers.ts';
import { watchOptimisticRuns } from '../../test-kit/test-optimistic.ts';
import { boundTo, seal } from '../../test-kit/test-sealing.ts';
import { DAY_SECONDS, openTestShop, shopOf } from '../../test-kit/test-shop.ts';
import { cancelChallenge, completeChallenge, openBox, resumeChallenge } from '../../test-kit/test-verbs.ts';
import { issueCardToken } from '../../vault/issue-card-token.ts';
import { sweep } from '../sweep.ts';
import { boxUrl } from './box.ts';
import { readChallengeEvents } from './challenge-events.ts';

const shop = await openTestShop();
afterAll(shop.close);
const { context } = shop;
const runs = watchOptimisticRuns(context.db);
const watched = { ...context, db: runs.db };
const billing = await shopOf(watched, DEMO_PUBLISHABLE_KEY);

const FIFTEEN_MINUTES = 901;
const money = { amount: '10', currency: 'GBP' };
const callback_url = 'http://127.0.0.1:9999/callback';

let before = { ...runs.counts };
const since = () => ({
  stored: runs.counts.stored - before.stored,
  refused: runs.counts.refused - before.refused,
});
beforeEach(async () => {
  // What other tests left to time is over.
  shop.advance(FIFTEEN_MINUTES);
  await sweep(context);
  before = { ...runs.counts };
});

type Asked = Awaited<ReturnType<typeof ask>>;

/** A shopper with two tabs, whom the bank asks in the first. */
async function ask(method = 'SALE_3DS') {
  const first = await shop.openWallet('user');
  const second = await first.openTab();
  const ccToken = await first.token('4242424242424242');
  const form = { method, ...money, merchantRef: 'demo', ccToken, callback_url };
  const { operation, challenge } = await billing.bill(form);
  const callerOf = ({ walletSession }: { walletSession: string }) => {
    const { accountId } = shop;
    const whose = { accountId, userId: first.userId, isGuest: false, walletSessionId: walletSession };
    return { ...whose, view: null, merchantId: null };
  };
  const challengeId = challenge?.id ?? '';
  const capability = new URL(boxUrl(context, challengeId)).pathname.split('/').at(-1) ?? '';
  const { transactionId } = operation;
  return { challengeId, transactionId, capability, tabs: [callerOf(first), callerOf(second)] as const };
}

async function statusOf({ challengeId }: Asked) {
  const [row] = await context.db.select().from(challenges).where(eq(challenges.id, challengeId));
  return { status: row?.status, lateResult: row?.lateResult };
}

async function heard({ tabs }: Asked) {
  const read = await Promise.all(
    tabs.map(({ walletSessionId }) => readChallengeEvents(context, { walletSessionId, after: 0 })),
  );
  return read.map(({ events }) => events.map(({ type }) => type).filter((type) => type !== '3ds_required'));
}

/** How many ends of challenges were counted so far. */
async function counted(): Promise<number> {
  const lines = (await context.metrics.text()).split('\n');
  const ends = lines.filter((line) => line.startsWith('wallet_challenge_ends_total{'));
  return ends.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

const complete = (asked: Asked, result: 'Y' | 'N' | 'cancel' = 'Y', by = watched) =>
  completeChallenge(by, { challengeId: asked.challengeId, result });

test('a challenge is optimistic: its question, the first look at it, its end and a VOID', async () => {
  const answered = await ask();
  expect(since()).toEqual({ stored: 1, refused: 0 });
  expect(await openBox(watched, answered.capability)).toMatchObject({ kind: 'open' });
  expect(since()).toEqual({ stored: 2, refused: 0 });
  // A second look changes nothing, so there is nothing to store.
  expect(await openBox(watched, answered.capability)).toMatchObject({ kind: 'open' });
  expect((await complete(answered)).operation).toMatchObject({ status: 'SUCCESS', log: 2 });
  expect(since()).toEqual({ stored: 3, refused: 0 });
  const voided = await ask('AUTH_3DS');
  await billing.answer({ method: 'VOID', transactionID: voided.transactionId });
  expect(since()).toEqual({ stored: 5, refused: 0 });
  expect(await statusOf(voided)).toMatchObject({ status: 'VOIDED' });
  expect((await shop.told(voided.transactionId)).map((body) => body.notification_details.info)).toEqual([
    'AUTH_3DS_FAILED',
    'VOID_SUCCEEDED',
  ]);
});

test('a challenge of a card that a user has saved is optimistic, with its security code', async () => {
  const { context: by } = shop;
  const wallet = await shop.openWallet('user');
  const listed = await wallet.token('4242424242424242', 'keep-on-success');
  await billing.bill({ method: 'SALE', ...money, merchantRef: 'demo', ccToken: listed });
  const [card] = await by.db.select().from(cards).where(eq(cards.userId, wallet.userId));
  if (!card) throw new Error('no card');
  const { walletSession: walletSessionId } = wallet;
  const issue = { card, life: 'keep-on-success', walletSessionId, merchantId: null } as const;
  const { ccToken } = await issueCardToken(by, issue);
  const code = { cc_token: ccToken, securityCode: '123', bound: boundTo(by, wallet.walletSession) };
  const encrypted_cvv = await seal(by, code);
  before = { ...runs.counts };
  const form = { method: 'SALE_3DS', ...money, merchantRef: 'demo', ccToken, encrypted_cvv };
  const { challenge, shopName } = await billing.bill(form);
  expect(shopName).not.toBeNull();
  const done = await completeChallenge(watched, { challengeId: challenge?.id ?? '', result: 'Y' });
  expect(done.token).toMatchObject({ isSingleUse: false, keepOnSuccess: false, expiresAt: null });
  expect(since()).toEqual({ stored: 2, refused: 0 });
  const [token] = await by.db.select().from(cardTokens).where(eq(cardTokens.id, done.token.id));
  expect(token).toMatchObject({ isCvvUsed: true, isSingleUse: false, keepOnSuccess: false, expiresAt: null });
});

describe('an optimistic end', () => {
  test.each<[string, string, (asked: Asked) => Promise<unknown>]>([
    [
      'the shopper gave up',
      'CANCELLED',
      ({ tabs, transactionId }) => cancelChallenge(context, { caller: tabs[0], transactionId }),
    ],
    [
      'the merchant took the payment back',
      'VOIDED',
      ({ transactionId }) => shop.answer({ method: 'VOID', transactionID: transactionId }),
    ],
    ['the bank said no', 'FAILED', (asked) => complete(asked, 'N', context)],
    [
      'its time was over',
      'TIMED_OUT',
      () => {
        shop.advance(FIFTEEN_MINUTES);
        return sweep(context);
      },
    ],
  ])('gives way to the end that came first: %s', async (_name, status, meanwhile) => {
    const asked = await ask();
    const endsBefore = await counted();
    runs.before(() => meanwhile(asked));
    const { operation } = await complete(asked);
    expect(operation.status).toBe('FAILURE');
    expect(await statusOf(asked)).toEqual({ status, lateResult: 'Y' });
    expect(since()).toMatchObject({ refused: 1 });
    expect(await heard(asked)).toEqual([['3ds_result'], []]);
    expect(await counted()).toBe(endsBefore + 1);
    const told = await shop.told(asked.transactionId);
    expect(told.filter(({ transaction }) => transaction.method === 'SALE_3DS')).toHaveLength(1);
  });

  test('is told to the tab that took the challenge up meanwhile, and to no other', async () => {
    const asked = await ask();
    const { transactionId, tabs } = asked;
    runs.before(() => resumeChallenge(context, { caller: tabs[1], transactionId }));
    expect((await complete(asked)).operation.status).toBe('SUCCESS');
    expect(await heard(asked)).toEqual([['3ds_moved'], ['3ds_result']]);
    expect(since()).toMatchObject({ refused: 1 });
  });

  test('is counted once, and its time is no longer kept', async () => {
    const asked = await ask();
    const endsBefore = await counted();
    runs.before(() => openBox(context, asked.capability));
    await complete(asked);
    expect(await counted()).toBe(endsBefore + 1);
    expect(await heard(asked)).toEqual([['3ds_result'], []]);
    expect(await context.db.$count(timers, eq(timers.kind, 'expire-challenge'))).toBe(0);
  });
});

test('two first looks at a box are one', async () => {
  const asked = await ask();
  runs.before(() => openBox(context, asked.capability));
  expect(await openBox(watched, asked.capability)).toMatchObject({ kind: 'open' });
  expect(await heard(asked)).toEqual([['3ds_opened'], []]);
  expect(since()).toEqual({ stored: 1, refused: 1 });
});

describe('what is due', () => {
  test('is optimistic: a challenge that nobody answered, and an authorisation that nobody captured', async () => {
    const asked = await ask('AUTH_3DS');
    await complete(asked);
    const unanswered = await ask();
    before = { ...runs.counts };
    shop.advance(FIFTEEN_MINUTES);
    expect(await sweep(watched)).toBe(1);
    expect(await statusOf(unanswered)).toMatchObject({ status: 'TIMED_OUT' });
    shop.advance(8 * DAY_SECONDS);
    expect(await sweep(watched)).toBe(1);
    expect(since()).toEqual({ stored: 2, refused: 0 });
    expect(await shop.record(asked.transactionId)).toMatchObject({
      sandbox: { payment_state: 'EXPIRED' },
    });
  });

  test('is optimistic for a caller who looks a transaction up', async () => {
    const asked = await ask();
    before = { ...runs.counts };
    shop.advance(FIFTEEN_MINUTES);
    const named = { accountId: shop.accountId, transactionId: asked.transactionId };
    const [first, second] = [await readTransaction(watched, named), await readTransaction(watched, named)];
    expect(first.operation.status).toBe('FAILURE');
    expect(second).toEqual(first);
    expect(since()).toEqual({ stored: 1, refused: 0 });
  });

  test('is done whole, and in order, where it is several things', async () => {
    const ccToken = 'tok_sandbox_4242424242424242';
    const form = { method: 'AUTH_3DS', ...money, merchantRef: 'demo', ccToken, callback_url };
    const { operation } = await billing.bill(form, { sandbox_3ds: 'auto:Y' });
    before = { ...runs.counts };
    shop.advance(8 * DAY_SECONDS);
    expect(await sweep(watched)).toBe(1);
    expect(since()).toEqual({ stored: 0, refused: 0 });
    const told = await shop.told(operation.transactionId);
    expect(told.map((body) => body.notification_details.info)).toEqual([
      'AUTH_3DS_SUCCEEDED',
      'AUTH_EXPIRED',
    ]);
  });

  test('happens once where two sweep at once', async () => {
    const asked = await ask();
    before = { ...runs.counts };
    shop.advance(FIFTEEN_MINUTES);
    runs.before(() => sweep(context));
    expect(await sweep(watched)).toBe(0);
    expect(since()).toEqual({ stored: 0, refused: 1 });
    expect(await heard(asked)).toEqual([['3ds_result'], []]);
    expect(await shop.told(asked.transactionId)).toHaveLength(1);
  });

  test('happens once where two sweep at once and it changes no payment', async () => {
    const asked = await ask();
    await complete(asked, 'N');
    const [row] = await context.db.select().from(challenges).where(eq(challenges.id, asked.challengeId));
    const { operationId = '', paymentId = '' } = row ?? {};
    const dueAt = context.clock.now();
    await context.db
      .insert(timers)
      .values({ operationId, paymentId, kind: 'answer-challenge', outcome: 'Y', dueAt });
    before = { ...runs.counts };
    runs.before(() => sweep(context));
    expect(await sweep(watched)).toBe(0);
    expect(since()).toEqual({ stored: 0, refused: 1 });
    expect(await statusOf(asked)).toEqual({ status: 'FAILED', lateResult: 'Y' });
  });
});
