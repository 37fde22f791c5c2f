import { setTimeout as delay } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { refreshTokens, walletSessions } from '../../tables/sessions.ts';
import { refusal } from '../../test-kit/test-client.ts';
import { openTestShop, type TestShop } from '../../test-kit/test-shop.ts';
import { completeChallenge, endWalletSession, revokeUser } from '../../test-kit/test-verbs.ts';

const shop = await openTestShop();
afterAll(shop.close);

type Wallet = Awaited<ReturnType<TestShop['openWallet']>>;
type Challenge = { readonly id: string; readonly challengeId: string };

const CHALLENGES = '/wallet/api/v1/challenges';
const UNKNOWN = [404, 'transaction_not_found'];

async function startChallenge(wallet: Wallet): Promise<Challenge> {
  const form = { method: 'SALE_3DS', amount: '10', currency: 'GBP', merchantRef: 'demo' };
  const ccToken = await wallet.token('4242424242424242');
  const callback_url = 'http://127.0.0.1:9999/callback';
  const { operation, challenge } = await shop.bill({ ...form, ccToken, callback_url });
  return { id: operation.transactionId, challengeId: challenge?.id ?? '' };
}

const cancel = async ({ authorization }: Pick<Wallet, 'authorization'>, id: string, headers = {}) =>
  shop.post(`${CHALLENGES}/${encodeURIComponent(id)}/cancel`, {}, { ...authorization, ...headers });
const endOf = async (answer: Response | Promise<Response>) => JSON.parse(await (await answer).text()).end;
const pass = ({ challengeId }: Challenge) => completeChallenge(shop.context, { challengeId, result: 'Y' });

async function from(wallet: Wallet, origin: string): Promise<Wallet> {
  await shop.context.db
    .update(walletSessions)
    .set({ origin })
    .where(eq(walletSessions.id, wallet.walletSession));
  return wallet;
}

/** What is left of a payment, by all who are told: its record, its callbacks, the events of its session. */
async function endsOf(wallet: Wallet, { id }: Challenge) {
  const { status, sandbox } = await shop.record(id);
  const told = (await shop.told(id)).map(({ notification_details: { info } }) => info);
  const answer = await shop.get('/wallet/api/v1/events?after=0', wallet.authorization);
  const { events } = JSON.parse(await answer.text());
  const results = events.filter(
    (event: { type: string; transaction_id: string }) =>
      event.type === '3ds_result' && event.transaction_id === id,
  );
  const { captured } = sandbox;
  return {
    status,
    captured,
    told,
    results: results.map(({ reason }: { reason: string }) => reason),
  };
}

const PAID = {
  status: 'SUCCESS',
  captured: '10.00',
  told: ['SALE_3DS_SUCCEEDED'],
  results: ['authenticated'],
};
const CANCELLED = { status: 'FAILURE', captured: '0.00', told: ['SALE_3DS_FAILED'], results: ['cancelled'] };

describe('S109: a payment that waits', () => {
  test('is cancelled by its shopper alone: not by another, beside a user, of another shop, merchant or origin', async () => {
    for (const kind of ['guest', 'user'] as const) {
      const owner = await shop.openWallet(kind, 1001);
      const waiting = await startChallenge(owner);
      const strangers = [
        await shop.openWallet('guest'),
        await shop.openWallet('user'),
        await (await shop.otherShop(kind === 'guest' ? 7101 : 7102)).openWallet(kind),
        await from(await owner.openTab(), 'http://localhost:3999'),
      ];
      // The same guest has no second refresh token: who loads the page anew is another.
      if (kind === 'guest') strangers.push(await owner.load());
      for (const stranger of strangers) expect(await refusal(cancel(stranger, waiting.id))).toEqual(UNKNOWN);
      expect(await endsOf(owner, waiting)).toMatchObject({ status: 'PENDING', told: [], results: [] });
      expect(await endOf(cancel(owner, waiting.id))).toMatchObject({ reason: 'cancelled' });
      expect(await endsOf(owner, waiting)).toEqual(CANCELLED);
    }
  });

  test('is not cancelled by a token for another merchant of the account', async () => {
    const owner = await shop.openWallet('user');
    const waiting = await startChallenge(owner);
    const other = await owner.load();
    await shop.context.db
      .update(refreshTokens)
      .set({ merchantId: 1003 })
      .where(eq(refreshTokens.id, other.refreshTokenId));
    expect(await refusal(cancel(other, waiting.id))).toEqual(UNKNOWN);
    for (const id of [waiting.id, `${waiting.id} `, '', '%', waiting.challengeId])
      expect((await cancel(other, id)).ok).toBe(false);
    expect(await endsOf(owner, waiting)).toMatchObject({ status: 'PENDING' });
  });

  test('is cancelled by another tab of the same guest, whose first tab is told, and by neither once it has ended', async () => {
    const owner = await shop.openWallet('guest');
    const waiting = await startChallenge(owner);
    const second = await owner.openTab();
    const third = await owner.openTab();
    await endWalletSession(shop.context, third.walletSession);
    expect(await refusal(cancel(third, waiting.id))).toEqual([401, 'access_token_invalid']);
    expect(await endOf(cancel(second, waiting.id))).toMatchObject({ reason: 'cancelled' });
    expect(await endsOf(owner, waiting)).toEqual(CANCELLED);
  });

  test('is not cancelled by a wallet whose user was revoked, nor by what is no access token', async () => {
    const owner = await shop.openWallet('user');
    const waiting = await startChallenge(owner);
    for (const Authorization of ['', 'x', 'sk_sandbox_demo', owner.walletSession])
      expect((await cancel({ authorization: { Authorization } }, waiting.id)).status).toBe(401);
    await revokeUser(shop.context, { account_id: shop.accountId, user_id: owner.userId });
    expect(await refusal(cancel(owner, waiting.id))).toEqual([401, 'access_token_invalid']);
    expect((await shop.record(waiting.id)).status).toBe('PENDING');
  });

  test('that was passed stays paid, however often and from where it is cancelled', async () => {
    const owner = await shop.openWallet('user');
    const waiting = await startChallenge(owner);
    await pass(waiting);
    const tab = await owner.openTab();
    for (const wallet of [owner, tab, owner])
      expect(await endOf(cancel(wallet, waiting.id))).toMatchObject({
        status: 'SUCCESS',
        reason: 'authenticated',
      });
    expect(await endsOf(owner, waiting)).toEqual(PAID);
  });

  test('that was cancelled stays so when the request is replayed or the bank agrees later', async () => {
    const owner = await shop.openWallet('user');
    const waiting = await startChallenge(owner);
    const answers = await Promise.all([1, 2, 3, 4].map(() => endOf(cancel(owner, waiting.id))));
    expect(new Set(answers.map(({ reason }) => reason))).toEqual(new Set(['cancelled']));
    await pass(waiting);
    expect(await endOf(cancel(owner, waiting.id))).toMatchObject({ reason: 'cancelled' });
    expect(await endsOf(owner, waiting)).toEqual(CANCELLED);
  });

  test('takes money once and ends once when cancelling it races the bank’s agreement', async () => {
    // By how many milliseconds the shopper is ahead of the bank.
    for (const lead of [-8, -3, 0, 1, 2, 4, 8, 16, 32]) {
      const owner = await shop.openWallet('user');
      const waiting = await startChallenge(owner);
      await Promise.allSettled([
        delay(lead).then(() => pass(waiting)),
        delay(-lead).then(() => Promise.all([cancel(owner, waiting.id), cancel(owner, waiting.id)])),
      ]);
      const end = await endsOf(owner, waiting);
      expect([PAID, CANCELLED]).toContainEqual(end);
      // Whoever asks later is told the same.
      expect((await endOf(cancel(owner, waiting.id))).status).toBe(end.status);
    }
  });
});
