import { describe, expect, it } from 'vitest';
import type { Acquirer, Reply } from '../../base/processor/acquirer.ts';
import type { FollowUpQuestion } from '../../base/processor/acquirer-question.ts';
import { createBreaker } from './breaker.ts';
import { createCapacity } from './capacity.ts';
import { guardAcquirer } from './guarded-acquirer.ts';

const call = { signal: new AbortController().signal, fetch, now: new Date() };
const question = { kind: 'capture', merchantAccount: 'shop' } as FollowUpQuestion;

function guarded(capture: () => Promise<Reply>, { total = 2, perAccount = 2 } = {}) {
  let time = 0;
  const breaker = createBreaker({ failures: 3, openMs: 1_000, now: () => time });
  const capacity = createCapacity({ total, perAccount });
  const unused = () => Promise.reject(new Error('not asked'));
  const acquirer = guardAcquirer(
    { capture, authorise: unused, sale: unused, refund: unused, cancel: unused } as unknown as Acquirer,
    { breaker, capacity },
  );
  return {
    ask: (account = 'shop') => acquirer.capture({ ...question, merchantAccount: account }, call),
    breaker,
    capacity,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

const unknown: Reply = { kind: 'unknown', reason: 'timeout' };
const received: Reply = { kind: 'received', processorReference: '1' };

describe('guardAcquirer', () => {
  it('sends nothing more to a processor that failed three times, and one question after a second', async () => {
    let asked = 0;
    let reply: Reply = unknown;
    const { ask, pass, breaker } = guarded(async () => {
      asked += 1;
      return reply;
    });
    for (let index = 0; index < 3; index += 1) expect(await ask()).toEqual(unknown);
    expect(await ask()).toEqual({ kind: 'notSent', reason: 'breaker_open' });
    pass(1_000);
    const [probe, other] = await Promise.all([ask(), ask()]);
    expect([probe, other]).toEqual([unknown, { kind: 'notSent', reason: 'breaker_open' }]);
    expect(asked).toBe(4);
    pass(1_000);
    reply = received;
    expect(await ask()).toEqual(received);
    expect(breaker.isOpen()).toBe(false);
    expect(await ask()).toEqual(received);
  });

  it('takes a decline and a refusal for answers', async () => {
    const { ask, breaker } = guarded(async () => ({ kind: 'refused', code: 'adyen_101', text: '' }));
    for (let index = 0; index < 5; index += 1) await ask();
    expect(breaker.isOpen()).toBe(false);
  });

  it('takes no refusal for an answer where nobody was asked', async () => {
    let reply: Reply = unknown;
    const { ask, breaker, pass } = guarded(async () => reply);
    for (let index = 0; index < 3; index += 1) await ask();
    pass(1_000);
    reply = { kind: 'refused', code: 'use_refund', text: '', askedNobody: true };
    expect(await ask()).toEqual(reply);
    expect(breaker.isOpen()).toBe(true);
    reply = received;
    expect(await ask()).toEqual(received);
    expect(breaker.isOpen()).toBe(false);
  });

  it.each([
    ['a caller who left before', { kind: 'notSent', reason: 'aborted' }],
    ['a caller who left meanwhile', { kind: 'unknown', reason: 'aborted' }],
    ['an answer of another payment', { kind: 'unknown', reason: 'reference_missing' }],
    ['a question that is too large', { kind: 'notSent', reason: 'question_too_large' }],
  ] as const)('takes %s for no failure of the processor', async (_what, reply) => {
    const { ask, breaker } = guarded(async () => reply);
    for (let index = 0; index < 5; index += 1) await ask();
    expect(breaker.isOpen()).toBe(false);
  });

  it('probes with one question, whatever comes of those from before', async () => {
    const waiting: ((reply: Reply) => void)[] = [];
    const { ask, breaker, pass } = guarded(() => new Promise((resolve) => waiting.push(resolve)), {
      total: 9,
      perAccount: 9,
    });
    const early = [ask(), ask(), ask(), ask()];
    for (const index of [0, 1, 2]) waiting[index]?.(unknown);
    await Promise.all(early.slice(0, 3));
    pass(1_000);
    const probe = ask();
    waiting[3]?.(unknown);
    await early[3];
    pass(1_000);
    const late = ask();
    expect(waiting).toHaveLength(5);
    expect(await late).toEqual({ kind: 'notSent', reason: 'breaker_open' });
    waiting[4]?.(received);
    expect(await probe).toEqual(received);
    expect(breaker.isOpen()).toBe(false);
  });

  it('bounds what waits, for the processor and for an account', async () => {
    const waiting: ((reply: Reply) => void)[] = [];
    const { ask, capacity } = guarded(() => new Promise((resolve) => waiting.push(resolve)), {
      total: 2,
      perAccount: 1,
    });
    const first = ask('one');
    expect(await ask('one')).toEqual({ kind: 'notSent', reason: 'no_capacity' });
    const second = ask('two');
    expect(await ask('three')).toEqual({ kind: 'notSent', reason: 'no_capacity' });
    expect(capacity.waiting()).toBe(2);
    for (const answer of waiting) answer(received);
    await Promise.all([first, second]);
    expect(capacity.waiting()).toBe(0);
  });

  it('frees its place where the connector has a bug', async () => {
    const { ask, breaker, capacity } = guarded(() => Promise.reject(new Error('a bug')));
    for (let index = 0; index < 3; index += 1) await expect(ask()).rejects.toThrow('a bug');
    expect(capacity.waiting()).toBe(0);
    expect(breaker.isOpen()).toBe(false);
    await expect(ask()).rejects.toThrow('a bug');
  });
});
