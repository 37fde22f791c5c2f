import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, expect, inject, test } from 'vitest';
import { nothingInProgress } from '../../base/runtime/in-progress.ts';
import { sessionStreams } from '../../base/runtime/session-streams.ts';
import { challenges } from '../../tables/challenges.ts';
import { openTestShop } from '../../test-kit/test-shop.ts';
import { isFullSize, seed } from '../../test-kit/test-size.ts';
import { cancelChallenge, completeChallenge, resumeChallenge } from '../../test-kit/test-verbs.ts';
import { sweep } from '../asking/sweep.ts';
import { boxUrl } from './box.ts';
import { readChallengeEvents } from './challenge-events.ts';
import { payerResponse } from './issuer-messages.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** How many challenges to end in generated ways. */
    challengeHistories: number;
  }
}

const shop = await openTestShop();
afterAll(shop.close);

type Step =
  | { readonly kind: 'result'; readonly result: Parameters<typeof completeChallenge>[1]['result'] }
  | { readonly kind: 'cancel' | 'void' | 'open' | 'replay' | 'resume' | 'sweep' | 'restart' }
  | { readonly kind: 'wait'; readonly seconds: number };
type History = {
  readonly method: 'SALE_3DS' | 'AUTH_3DS';
  readonly number: string;
  /** Those of one group are taken at once. */
  readonly groups: readonly (readonly Step[])[];
};

const result = fc.constantFrom(...(['Y', 'A', 'N', 'U', 'R', 'cancel'] as const));
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('result' as const), result }),
  fc.record({
    kind: fc.constantFrom('cancel' as const, 'void' as const, 'open' as const, 'replay' as const),
  }),
  fc.record({ kind: fc.constantFrom('resume' as const, 'sweep' as const, 'restart' as const) }),
  fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(1, 299, 601, 901) }),
);

const history: fc.Arbitrary<History> = fc.record({
  method: fc.constantFrom('SALE_3DS' as const, 'AUTH_3DS' as const),
  number: fc.constantFrom('4242424242424242', '4000008400001629', '4000000000002370'),
  groups: fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
});

test(`a challenge ends once, whatever happens at once and in which order (seed ${seed})`, {
  timeout: isFullSize ? 7_200_000 : 400_000,
}, async () => {
  await fc.assert(fc.asyncProperty(history, run), { numRuns: inject('challengeHistories'), seed });
});

async function run({ method, number, groups }: History) {
  const scene = await open(method, number);
  let ended: Ended | undefined;
  for (const group of groups) {
    await Promise.all(group.map((each) => take(scene, each)));
    ended = await check(scene, ended);
  }
  shop.advance(901);
  await sweep(shop.context);
  const last = await check(scene, ended);
  expect(last.status).not.toBe('OPEN');
  await checkTold(scene, last);
}

type Scene = Awaited<ReturnType<typeof open>>;
type Ended = { readonly status: string; readonly state: string; readonly operation: string };

async function open(method: 'SALE_3DS' | 'AUTH_3DS', number: string) {
  const first = await shop.openWallet('user');
  const second = await first.openTab();
  const ccToken = await first.token(number);
  const form = { method, amount: '10', currency: 'GBP', merchantRef: 'demo', ccToken };
  const found = await shop.bill({ ...form, callback_url: 'http://127.0.0.1:9999/callback' });
  const challengeId = found.challenge?.id ?? '';
  const { userId } = first;
  const callerOf = ({ walletSession }: { walletSession: string }) => ({
    accountId: shop.accountId,
    userId,
    isGuest: false,
    walletSessionId: walletSession,
    view: null,
    merchantId: null,
  });
  const callers = [callerOf(first), callerOf(second)] as const;
  /** Whom the challenge tells, over time. */
  const bound = [first.walletSession];
  return { method, number, challengeId, transactionId: found.operation.transactionId, callers, bound };
}

async function take(scene: Scene, taken: Step) {
  const { challengeId, transactionId, callers } = scene;
  switch (taken.kind) {
    case 'result':
      return completeChallenge(shop.context, { challengeId, result: taken.result });
    case 'cancel':
      return cancelChallenge(shop.context, { caller: callers[0], transactionId });
    case 'void':
      return shop.answer({ method: 'VOID', transactionID: transactionId }).catch(refused);
    case 'open':
      return shop.get(new URL(boxUrl(shop.context, challengeId)).pathname, {});
    case 'replay':
      return replay(challengeId);
    case 'resume':
      return resume(scene);
    case 'wait':
      return shop.advance(taken.seconds);
    case 'restart':
      return sweep({ ...shop.context, streams: sessionStreams(), inProgress: nothingInProgress() });
    default:
      return sweep(shop.context);
  }
}

async function replay(md: string) {
  const PaRes = payerResponse(shop.context, { md, ended: 'PASSED' });
  const answer = await shop.post('/3ds/term', { MD: md, PaRes }, {});
  expect(answer.status).toBe(200);
}

async function resume({ callers, transactionId, bound }: Scene) {
  const caller = callers[1];
  const resumed = await resumeChallenge(shop.context, { caller, transactionId }).catch(refused);
  if (resumed !== undefined) bound.push(caller.walletSessionId);
}

/** A refusal is an answer; anything else is a fault. */
function refused(error: unknown): undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  const known = ['challenge_ended', 'transaction_not_voidable', 'transaction_already_voided'];
  if (!known.includes(String(code))) throw error;
}

/** A challenge is open just as long as its payment waits, its end stays, and only an approval moves money. Rule: threeds/one-end. */
async function check({ challengeId, transactionId, method, number }: Scene, before: Ended | undefined) {
  const record = await shop.record(transactionId);
  const [row] = await shop.context.db.select().from(challenges).where(eq(challenges.id, challengeId));
  const { payment_state: state, captured, authorised } = record.sandbox;
  const now = { status: row?.status ?? '', state, operation: record.status };
  expect(now.status === 'OPEN').toBe(state === 'PENDING_3DS');
  expect(now.status === 'OPEN').toBe(record.status === 'PENDING');
  if (before !== undefined && before.status !== 'OPEN') {
    expect(now.status).toBe(before.status);
    expect(now.operation).toBe(before.operation);
  }
  const isApproved = now.status === 'PASSED' && number === '4242424242424242';
  expect(record.status === 'SUCCESS').toBe(isApproved);
  if (state === 'CAPTURED') expect(captured).toBe('10.00');
  else expect(captured).toBe('0.00');
  if (method === 'AUTH_3DS') expect(state).not.toBe('CAPTURED');
  if (isApproved) expect(['CAPTURED', 'AUTHORISED', 'VOIDED']).toContain(state);
  else expect(authorised).toBe('0.00');
  return now;
}

/** One callback of the start, and one result, to the session that was bound when it ended. Who lost it was told. */
async function checkTold({ transactionId, callers, bound, method }: Scene, { operation }: Ended) {
  const callbacks = await shop.told(transactionId);
  expect(callbacks.filter(({ transaction }) => transaction.method === method)).toHaveLength(1);
  const read = await Promise.all(
    callers.map(({ walletSessionId }) => readChallengeEvents(shop.context, { walletSessionId, after: 0 })),
  );
  const told = read.map(({ events }) => events.filter(({ type }) => type === '3ds_result'));
  expect(told.flat()).toMatchObject([{ transaction_id: transactionId, status: operation }]);
  const heard = callers.filter((_, index) => told[index]?.length === 1);
  expect(heard.map(({ walletSessionId }) => walletSessionId)).toEqual([bound.at(-1)]);
  const isMoved = bound.at(-1) !== callers[0].walletSessionId;
  const moves = read.map(({ events }) => events.filter(({ type }) => type === '3ds_moved').length);
  expect(moves).toEqual([isMoved ? 1 : 0, 0]);
}
