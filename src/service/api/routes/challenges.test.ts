import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { sessionStreams } from '../../base/runtime/session-streams.ts';
import { eventStream } from '../../shoppers/session-events/event-stream.ts';
import {
  forgetListener,
  keepListeners,
  recordListener,
} from '../../shoppers/session-events/keep-listening.ts';
import { pruneEvents } from '../../shoppers/session-events/stored-events.ts';
import { walletCaller } from '../../shoppers/sessions/wallet-caller.ts';
import { cards } from '../../tables/cards.ts';
import { sessionEvents } from '../../tables/session-events.ts';
import { refreshTokens, walletSessions } from '../../tables/sessions.ts';
import { refusal } from '../../test-kit/test-client.ts';
import { readEventStream } from '../../test-kit/test-event-stream.ts';
import { openTestShop, type TestShop } from '../../test-kit/test-shop.ts';
import { completeChallenge } from '../../test-kit/test-verbs.ts';

const shop = await openTestShop();
afterAll(shop.close);

type Wallet = Awaited<ReturnType<TestShop['openWallet']>>;
type Stream = ReturnType<typeof readEventStream>;

const EVENTS = '/wallet/api/v1/events';
const CHALLENGES = '/wallet/api/v1/challenges';
const money = { amount: '10', currency: 'GBP', merchantRef: 'demo' };

const get = async (wallet: Wallet, path: string) =>
  JSON.parse(await (await shop.get(path, wallet.authorization)).text());
const post = (wallet: Wallet, path: string, headers = {}) =>
  shop.post(`${CHALLENGES}/${path}`, {}, { ...wallet.authorization, ...headers });
const openStream = async (wallet: Wallet, after = ''): Promise<Stream> => {
  const headers = { ...wallet.authorization, Accept: 'text/event-stream' };
  return readEventStream(await shop.get(EVENTS + after, headers));
};
/** A stream that has said it is ready. */
const listening = async (wallet: Wallet) => {
  const stream = await openStream(wallet);
  expect(await stream.next()).toMatchObject({ event: 'ready', data: { seq: expect.any(Number) } });
  return stream;
};

async function startChallenge(wallet: Wallet) {
  const ccToken = await wallet.token('4242424242424242');
  const { operation, challenge } = await shop.bill({ ...money, method: 'SALE_3DS', ccToken });
  return { id: operation.transactionId, challengeId: challenge?.id ?? '' };
}

describe('events', () => {
  test('stream what the session is told, from ready to result', async () => {
    const wallet = await shop.openWallet('user');
    const stream = await listening(wallet);
    const { id, challengeId } = await startChallenge(wallet);
    expect(await stream.next()).toMatchObject({
      event: '3ds_required',
      data: {
        type: '3ds_required',
        transaction_id: id,
        amount: '10.00',
        currency: 'GBP',
        box_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4000\/3ds\/box\/[\w-]{43}$/),
        expires_in_ms: 900_000,
      },
    });
    await completeChallenge(shop.context, { challengeId, result: 'Y' });
    const ended = await stream.next();
    expect(ended).toMatchObject({
      data: { type: '3ds_result', transaction_id: id, status: 'SUCCESS', reason: 'authenticated' },
    });
    expect(ended?.id).toBe(String(ended?.data['seq']));
    await stream.hangUp();
  });

  test("are told ahead with the token, a guest's too, as long as one is open", async () => {
    const wallet = await shop.openWallet('guest');
    expect((await wallet.openTab()).hasChallenge).toBe(false);
    const { challengeId } = await startChallenge(wallet);
    expect((await wallet.openTab()).hasChallenge).toBe(true);
    await completeChallenge(shop.context, { challengeId, result: 'Y' });
    expect((await wallet.openTab()).hasChallenge).toBe(false);
  });

  test('stream with headers that no proxy buffers and nobody caches', async () => {
    const wallet = await shop.openWallet('user');
    const answer = await shop.get(EVENTS, { ...wallet.authorization, Accept: 'text/event-stream' });
    expect(answer.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8');
    expect(answer.headers.get('Cache-Control')).toBe('no-store, no-transform');
    expect(answer.headers.get('X-Accel-Buffering')).toBe('no');
    await answer.body?.cancel();
  });

  test('are not asked for after a number that none can have', async () => {
    const wallet = await shop.openWallet('user');
    const answer = shop.get(`${EVENTS}?after=2147483648`, wallet.authorization);
    expect(await refusal(answer)).toEqual([400, 'parameter_invalid', 'after']);
  });

  test('go to the session of the token and to no other', async () => {
    const [wallet, other] = [await shop.openWallet('user'), await shop.openWallet('user')];
    const streams = [await listening(wallet), await listening(other)] as const;
    await startChallenge(wallet);
    const { id } = await startChallenge(other);
    expect((await streams[1].next())?.data).toMatchObject({ transaction_id: id });
    expect((await get(other, `${EVENTS}?after=0`)).events).toHaveLength(1);
    for (const stream of streams) await stream.hangUp();
  });

  test('resume after a number, each once', async () => {
    const wallet = await shop.openWallet('guest');
    const first = await startChallenge(wallet);
    const stream = await openStream(wallet, '?after=0');
    expect((await stream.next())?.event).toBe('ready');
    const required = await stream.next();
    expect(required?.data).toMatchObject({ transaction_id: first.id });
    await stream.hangUp();
    await completeChallenge(shop.context, { challengeId: first.challengeId, result: 'N' });
    const again = await openStream(wallet, `?after=${required?.id}`);
    const newest = await again.next();
    const result = await again.next();
    expect(result?.data).toMatchObject({ type: '3ds_result', status: 'FAILURE', reason: 'failed' });
    expect(newest?.data['seq']).toBe(result?.data['seq']);
    await again.hangUp();
  });

  test('of a token come after the number that was handed over with it', async () => {
    const wallet = await shop.openWallet('user');
    const first = await startChallenge(wallet);
    await wallet.token('4242424242424242', 'as-long-as-card');
    const [kept] = await shop.context.db.select().from(cards).where(eq(cards.userId, wallet.userId));
    await shop.context.db
      .update(cards)
      .set({ status: 'listed' })
      .where(eq(cards.id, kept?.id ?? 0));
    const form = { method: String(kept?.id), merchant_id: '1001' };
    const handedOver = await shop.post('/wallet/api/v1/aliases', form, wallet.authorization);
    const { paymentMethod, seq } = JSON.parse(await handedOver.text());
    const ccToken = paymentMethod.cc_token;
    const { operation } = await shop.bill({ ...money, method: 'SALE_3DS', ccToken });
    expect(operation.transactionId).not.toBe(first.id);
    const { events } = await get(wallet, `${EVENTS}?after=${seq}`);
    expect(events).toMatchObject([{ type: '3ds_required', transaction_id: operation.transactionId }]);
  });

  test('without a number begin with what comes next, and ask for nothing that is over', async () => {
    const wallet = await shop.openWallet('user');
    const { challengeId } = await startChallenge(wallet);
    expect(await get(wallet, EVENTS)).toMatchObject({ events: [], seq: expect.any(Number) });
    await completeChallenge(shop.context, { challengeId, result: 'cancel' });
    const { events, seq } = await get(wallet, `${EVENTS}?after=0`);
    expect(events).toMatchObject([{ type: '3ds_result', reason: 'cancelled' }]);
    expect(seq).toBe(events[0].seq);
    expect(await get(wallet, `${EVENTS}?after=${seq}`)).toMatchObject({ events: [], seq });
  });

  test('answer a request that waits as soon as there is something', async () => {
    const wallet = await shop.openWallet('user');
    const waiting = get(wallet, `${EVENTS}?after=0&wait=25`);
    const { id } = await startChallenge(wallet);
    expect((await waiting).events).toMatchObject([{ type: '3ds_required', transaction_id: id }]);
    const nothing = await get(wallet, `${EVENTS}?wait=1`);
    expect(nothing.events).toEqual([]);
  });

  test('refuse numbers that are none, long waits and callers without a session', async () => {
    const { authorization } = await shop.openWallet('user');
    expect(await refusal(shop.get(`${EVENTS}?after=x`, authorization))).toEqual([
      400,
      'parameter_invalid',
      'after',
    ]);
    expect(await refusal(shop.get(`${EVENTS}?wait=26`, authorization))).toEqual([
      400,
      'parameter_invalid',
      'wait',
    ]);
    expect(await refusal(shop.get(EVENTS, {}))).toEqual([401, 'access_token_missing']);
  });

  test('end a stream when its session, its refresh token or its access token does', async () => {
    const [ended, revoked, expired] = [
      await shop.openWallet('user'),
      await shop.openWallet('user'),
      await shop.openWallet('user'),
    ];
    const { db, clock } = shop.context;
    const now = clock.now();
    const overFor = async (wallet: Wallet, make: () => Promise<unknown>) => {
      const stream = await listening(wallet);
      await keepListeners(shop.context);
      expect(await stream.next()).toMatchObject({ comment: true });
      await make();
      await keepListeners(shop.context);
      expect(await stream.next()).toMatchObject({ retry: '500' });
      expect(await stream.next()).toBeUndefined();
    };
    await overFor(ended, () =>
      db.update(walletSessions).set({ endedAt: now }).where(eq(walletSessions.id, ended.walletSession)),
    );
    await overFor(revoked, () =>
      db.update(refreshTokens).set({ revokedAt: now }).where(eq(refreshTokens.id, revoked.refreshTokenId)),
    );
    await overFor(expired, async () => shop.advance(15 * 60 + 31));
  });

  test('do not end a stream that opens while the others are looked after', async () => {
    const [first, second] = [await shop.openWallet('user'), await shop.openWallet('user')];
    const early = await listening(first);
    const caller = await walletCaller(shop.context, second.authorization['Authorization'] ?? '');
    const looking = keepListeners(shop.context);
    const late = readEventStream(
      new Response(eventStream(shop.context, { caller, network: 'unknown', after: undefined })),
    );
    await looking;
    expect((await late.next())?.event).toBe('ready');
    await keepListeners(shop.context);
    expect(await late.next()).toMatchObject({ comment: true, retry: undefined });
    for (const stream of [early, late]) await stream.hangUp();
  });

  test('end a stream at once that comes while the process stops, and forget it', async () => {
    const wallet = await shop.openWallet('user');
    const caller = await walletCaller(shop.context, wallet.authorization['Authorization'] ?? '');
    const stopping = { ...shop.context, streams: sessionStreams() };
    stopping.streams.stop();
    const stream = readEventStream(
      new Response(eventStream(stopping, { caller, network: 'unknown', after: undefined })),
    );
    expect(await stream.next()).toMatchObject({ retry: '500' });
    expect(await stream.next()).toBeUndefined();
    expect(stopping.streams.listeners()).toEqual([]);
  });

  test('keep a session alive that does nothing but listen', async () => {
    const wallet = await shop.openWallet('user');
    const stream = await listening(wallet);
    shop.advance(14 * 60);
    await keepListeners(shop.context);
    const [row] = await shop.context.db
      .select()
      .from(walletSessions)
      .where(eq(walletSessions.id, wallet.walletSession));
    expect(row?.lastSeenAt).toEqual(shop.context.clock.now());
    await stream.hangUp();
  });

  test('are kept for a day', async () => {
    const wallet = await shop.openWallet('user');
    await startChallenge(wallet);
    const stored = () =>
      shop.context.db.$count(sessionEvents, eq(sessionEvents.walletSessionId, wallet.walletSession));
    shop.advance(86_399);
    await pruneEvents(shop.context);
    expect(await stored()).toBe(1);
    shop.advance(1);
    await pruneEvents(shop.context);
    expect(await stored()).toBe(0);
  });

  test('end the oldest stream of a session that opens many', async () => {
    const wallet = await shop.openWallet('user');
    const first = await listening(wallet);
    const others: Stream[] = [];
    for (let more = 0; more < 4; more += 1) others.push(await listening(wallet));
    expect(await first.next()).toMatchObject({ retry: '500' });
    expect(await first.next()).toBeUndefined();
    for (const stream of others) await stream.hangUp();
  });
});

describe('challenges', () => {
  test('list what waits for the shopper in this session', async () => {
    const wallet = await shop.openWallet('user');
    expect(await get(wallet, CHALLENGES)).toEqual({ status: 'OK', challenges: [] });
    const { id, challengeId } = await startChallenge(wallet);
    shop.advance(60);
    expect(await get(wallet, CHALLENGES)).toMatchObject({
      challenges: [
        {
          transaction_id: id,
          amount: '10.00',
          currency: 'GBP',
          order_id: expect.stringMatching(/./),
          expires_in_ms: 840_000,
        },
      ],
    });
    await completeChallenge(shop.context, { challengeId, result: 'Y' });
    expect(await get(wallet, CHALLENGES)).toEqual({ status: 'OK', challenges: [] });
  });

  test("list another tab's only once nobody listens there any more", async () => {
    const gone = await shop.openWallet('user');
    const here = await gone.openTab();
    const stream = await listening(gone);
    const { id } = await startChallenge(gone);
    expect(await get(here, CHALLENGES)).toMatchObject({ challenges: [] });
    await stream.hangUp();
    await expect.poll(() => get(here, CHALLENGES)).toMatchObject({ challenges: [{ transaction_id: id }] });
    const other = await shop.openWallet('user');
    expect(await get(other, CHALLENGES)).toMatchObject({ challenges: [] });
  });

  test("list another tab's when it died without hanging up", async () => {
    const gone = await shop.openWallet('user');
    const here = await gone.openTab();
    await get(gone, EVENTS);
    const { id } = await startChallenge(gone);
    expect(await get(here, CHALLENGES)).toMatchObject({ challenges: [] });
    shop.advance(5);
    expect(await get(here, CHALLENGES)).toMatchObject({ challenges: [{ transaction_id: id }] });
  });

  test("list another tab's only once the process it came to last says that nobody listens", async () => {
    const gone = await shop.openWallet('user');
    const here = await gone.openTab();
    const listed = () => get(here, CHALLENGES).then(({ challenges }) => challenges.length);
    const hearIn = async (runtime: Runtime) => {
      const caller = await walletCaller(runtime, gone.authorization['Authorization'] ?? '');
      await recordListener(runtime, gone.walletSession);
      return readEventStream(
        new Response(eventStream(runtime, { caller, network: 'unknown', after: undefined })),
      );
    };
    const [first, second] = [sessionStreams(), sessionStreams()].map((streams) => ({
      ...shop.context,
      streams,
    }));
    if (!first || !second) throw new Error('no process');
    const left = await hearIn(first);
    await hearIn(second);
    await startChallenge(gone);
    await keepListeners(first);
    await left.hangUp();
    await forgetListener(first, gone.walletSession);
    expect(await listed()).toBe(0);
    const back = await hearIn(first);
    await hearIn(second);
    shop.advance(21);
    expect(await listed()).toBe(1);
    await keepListeners(first);
    expect(await listed()).toBe(0);
    await back.hangUp();
    await expect.poll(listed).toBe(1);
  });

  test('resume tells the asking session from then on, and the other that it moved', async () => {
    const [gone, streamOfGone] = await (async () => {
      const wallet = await shop.openWallet('user');
      return [wallet, await listening(wallet)] as const;
    })();
    const here = await gone.openTab();
    const stream = await listening(here);
    const { id, challengeId } = await startChallenge(gone);
    expect((await streamOfGone.next())?.event).toBe('3ds_required');
    const answer = await post(here, `${id}/resume`);
    expect(JSON.parse(await answer.text())).toMatchObject({ challenge: { transaction_id: id } });
    const moved = { type: '3ds_moved', transaction_id: id };
    expect((await streamOfGone.next())?.data).toMatchObject({ ...moved, status: 'PENDING' });
    await completeChallenge(shop.context, { challengeId, result: 'Y' });
    expect((await stream.next())?.data).toMatchObject({ type: '3ds_result', transaction_id: id });
    const { events } = await get(gone, `${EVENTS}?after=0`);
    expect(events).toMatchObject([{ ...moved, status: 'SUCCESS' }]);
    for (const open of [stream, streamOfGone]) await open.hangUp();
  });

  test('resume in the session that has it moves nothing, and one that gets it back is not told that it moved', async () => {
    const first = await shop.openWallet('user');
    const second = await first.openTab();
    const { id } = await startChallenge(first);
    const told = async (wallet: Wallet) => {
      const { events } = await get(wallet, `${EVENTS}?after=0`);
      return events.map(({ type }: { type: string }) => type);
    };
    await post(first, `${id}/resume`);
    expect(await told(first)).toEqual(['3ds_required']);
    await post(second, `${id}/resume`);
    expect(await told(first)).toEqual(['3ds_moved']);
    await post(first, `${id}/resume`);
    expect(await told(first)).toEqual(['3ds_required']);
    expect(await told(second)).toEqual(['3ds_moved']);
  });

  test('resume refuses what has ended', async () => {
    const wallet = await shop.openWallet('user');
    const { id, challengeId } = await startChallenge(wallet);
    await completeChallenge(shop.context, { challengeId, result: 'N' });
    expect(await refusal(post(wallet, `${id}/resume`))).toEqual([409, 'challenge_ended']);
  });

  test('cancel ends it, or answers with the end that came first', async () => {
    const wallet = await shop.openWallet('user');
    const [stopped, passed] = [await startChallenge(wallet), await startChallenge(wallet)];
    const cancelled = { status: 'FAILURE', reason: 'cancelled', transaction_id: stopped.id };
    for (const _again of [1, 2]) {
      const answer = await post(wallet, `${stopped.id}/cancel`);
      expect(JSON.parse(await answer.text())).toEqual({ status: 'OK', end: cancelled });
    }
    await completeChallenge(shop.context, { challengeId: passed.challengeId, result: 'Y' });
    const answer = await post(wallet, `${passed.id}/cancel`);
    expect(JSON.parse(await answer.text()).end).toMatchObject({
      status: 'SUCCESS',
      reason: 'authenticated',
    });
    expect((await shop.record(passed.id)).sandbox.payment_state).toBe('CAPTURED');
  });

  test('cancel after a VOID answers as after a cancel; the record tells them apart', async () => {
    const wallet = await shop.openWallet('user');
    const { id } = await startChallenge(wallet);
    await shop.bill({ method: 'VOID', transactionID: id });
    const { end } = JSON.parse(await (await post(wallet, `${id}/cancel`)).text());
    expect(end).toEqual({ transaction_id: id, status: 'FAILURE', reason: 'cancelled' });
    const failure = { key: 'failure_code', value: 'cancelled_by_merchant' };
    expect((await shop.record(id)).metadata).toContainEqual(failure);
  });

  test('cancel after the time is over says so', async () => {
    const wallet = await shop.openWallet('user');
    const { id } = await startChallenge(wallet);
    shop.advance(14 * 60 + 59);
    const fresh = await wallet.openTab();
    shop.advance(1);
    const answer = await post(fresh, `${id}/cancel`);
    expect(JSON.parse(await answer.text()).end).toMatchObject({ reason: 'timeout' });
  });

  const kept = (wallet: Wallet, box: string) =>
    shop.post(`${CHALLENGES}/kept`, { box }, wallet.authorization);
  const boxOf = async (wallet: Wallet) => {
    const [found] = (await get(wallet, CHALLENGES)).challenges;
    return new URL(found.box_url).pathname.split('/').at(-1) ?? '';
  };
  const listed = async (answer: Response | Promise<Response>) =>
    JSON.parse(await (await answer).text()).challenges;
  const take = (wallet: Wallet, id: string, box: string) =>
    shop.post(`${CHALLENGES}/${id}/resume`, { box }, wallet.authorization);

  test('of a guest whose page was reloaded go on by what the tab has kept, and end there', async () => {
    const gone = await shop.openWallet('guest');
    const { id } = await startChallenge(gone);
    const box = await boxOf(gone);
    const here = await gone.load();
    expect(await get(here, CHALLENGES)).toMatchObject({ challenges: [] });
    expect(await listed(kept(here, box))).toMatchObject([{ transaction_id: id }]);
    expect((await take(here, id, box)).status).toBe(200);
    const { end } = JSON.parse(await (await post(here, `${id}/cancel`)).text());
    expect(end).toEqual({ transaction_id: id, status: 'FAILURE', reason: 'cancelled' });
    const { events } = await get(here, `${EVENTS}?after=0`);
    expect(events.at(-1)).toMatchObject({ type: '3ds_result', transaction_id: id });
  });

  test("of a guest stay that guest's for a stranger without the box, another account, another origin, and beside a user", async () => {
    const owner = await shop.openWallet('guest');
    const { id } = await startChallenge(owner);
    const box = await boxOf(owner);
    const stranger = await shop.openWallet('guest');
    expect(await refusal(take(stranger, id, 'A'.repeat(43)))).toEqual([404, 'transaction_not_found']);
    expect(await listed(kept(stranger, 'A'.repeat(43)))).toEqual([]);
    const elsewhere = await shop.openWallet('guest');
    await shop.context.db
      .update(walletSessions)
      .set({ origin: 'http://localhost:3999' })
      .where(eq(walletSessions.id, elsewhere.walletSession));
    const neighbour = await (await shop.otherShop(7001)).openWallet('guest');
    for (const wallet of [elsewhere, neighbour]) {
      expect(await listed(kept(wallet, box))).toEqual([]);
      expect(await refusal(take(wallet, id, box))).toEqual([404, 'transaction_not_found']);
    }
    const user = await shop.openWallet('user');
    const ofUser = await startChallenge(user);
    const usersBox = await boxOf(user);
    expect(await listed(kept(stranger, usersBox))).toEqual([]);
    expect(await refusal(take(stranger, ofUser.id, usersBox))).toEqual([404, 'transaction_not_found']);
    expect((await shop.record(id)).status).toBe('PENDING');
  });

  test('of a guest that another page listens for are not offered', async () => {
    const owner = await shop.openWallet('guest');
    const stream = await listening(owner);
    const { id } = await startChallenge(owner);
    const box = await boxOf(owner);
    const copy = await owner.load();
    expect(await listed(kept(copy, box))).toEqual([]);
    await stream.hangUp();
    await expect.poll(() => listed(kept(copy, box))).toMatchObject([{ transaction_id: id }]);
  });

  test("cancel and resume know no other shopper's challenge, and no page of another origin", async () => {
    const [wallet, other] = [await shop.openWallet('user'), await shop.openWallet('guest')];
    const { id } = await startChallenge(wallet);
    for (const verb of ['cancel', 'resume']) {
      expect(await refusal(post(other, `${id}/${verb}`))).toEqual([404, 'transaction_not_found']);
      const crossSite = { 'Sec-Fetch-Site': 'cross-site' };
      expect(await refusal(post(wallet, `${id}/${verb}`, crossSite))).toEqual([403, 'origin_not_allowed']);
    }
    expect((await shop.record(id)).status).toBe('PENDING');
  });

  test("of a user are not another origin's to see or to end, though the shopper is the same", async () => {
    const wallet = await shop.openWallet('user');
    const { id } = await startChallenge(wallet);
    const elsewhere = await wallet.load();
    await shop.context.db
      .update(walletSessions)
      .set({ origin: 'http://localhost:3999' })
      .where(eq(walletSessions.id, elsewhere.walletSession));
    expect(await get(elsewhere, CHALLENGES)).toMatchObject({ challenges: [] });
    for (const verb of ['cancel', 'resume'])
      expect(await refusal(post(elsewhere, `${id}/${verb}`))).toEqual([404, 'transaction_not_found']);
    expect((await shop.record(id)).status).toBe('PENDING');
  });

  test('are nothing that a wallet for MANAGE alone sees or ends', async () => {
    const wallet = await shop.openWallet('user');
    const { id } = await startChallenge(wallet);
    const manager = await wallet.load();
    await shop.context.db
      .update(refreshTokens)
      .set({ view: 'MANAGE' })
      .where(eq(refreshTokens.id, manager.refreshTokenId));
    expect(await get(manager, CHALLENGES)).toMatchObject({ challenges: [] });
    for (const verb of ['cancel', 'resume'])
      expect(await refusal(post(manager, `${id}/${verb}`))).toEqual([403, 'view_not_allowed']);
    expect((await shop.record(id)).status).toBe('PENDING');
  });
});
