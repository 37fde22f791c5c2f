import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChallengeEnd, OpenChallenge } from '../../../contract/frame/session-events.ts';
import { createChallengeController } from './challenge-controller.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const challenge = (id: string, minutes = 10): OpenChallenge => ({
  transaction_id: id,
  box_url: `https://wallet.test/${id}`,
  amount: '10.00',
  currency: 'GBP',
  expires_in_ms: minutes * 60_000,
});
const ended = (id: string): ChallengeEnd => ({
  transaction_id: id,
  status: 'FAILURE',
  reason: 'cancelled',
});

function openDesk() {
  const said: string[] = [];
  const controller = createChallengeController({
    page: { emit: ({ name, payload }) => said.push(`${name} ${JSON.stringify(payload)}`) },
    box: {
      show: ({ boxUrl, wasOpened }, secondsLeft) =>
        said.push(
          [`show ${boxUrl.at(-1)}`, wasOpened && 'opened', secondsLeft]
            .filter((word) => word || word === 0)
            .join(' '),
        ),
      close: () => said.push('close'),
    },
    storage: { keep: () => {}, drop: () => {} },
    offer: (id) => said.push(`offer ${id}`),
  });
  const take = (asked: OpenChallenge, seq = 1) => controller.handle({ ...asked, seq, type: '3ds_required' });
  return { controller, said, take };
}

describe('createChallengeController', () => {
  it('closes first, then tells the end, once however often it comes', () => {
    const { controller, said, take } = openDesk();
    take(challenge('a'));
    controller.end(ended('a'));
    controller.end(ended('a'));
    take(challenge('a'));
    expect(said).toEqual([
      'show a',
      'close',
      'after3DsComplete {"status":"FAILURE","transaction_id":"a"}',
      'threeDsEnded {"transaction_id":"a","status":"FAILURE","reason":"cancelled"}',
    ]);
  });

  it('shows one at a time, in the order they came', () => {
    const { controller, said, take } = openDesk();
    take(challenge('a'));
    take(challenge('b'));
    controller.end(ended('b'));
    expect(said.filter((line) => line === 'close')).toEqual([]);
    take(challenge('c'));
    controller.end(ended('a'));
    expect(said.at(-1)).toBe('show c');
    expect(controller.first()).toBe('c');
  });

  it('closes what goes on in another tab, says so alone, and offers to bring it back', () => {
    const { controller, said, take } = openDesk();
    const moved = { seq: 2, type: '3ds_moved', transaction_id: 'a', status: 'PENDING' } as const;
    controller.handle(moved);
    take(challenge('a'));
    controller.handle(moved);
    controller.handle({ ...moved, seq: 3 });
    const left = [
      'show a',
      'close',
      'threeDsEnded {"transaction_id":"a","status":"PENDING","reason":"moved"}',
      'offer a',
    ];
    expect(said).toEqual(left);
    take(challenge('a'));
    controller.end(ended('a'));
    expect(said.slice(left.length)).toEqual([
      'show a',
      'close',
      'after3DsComplete {"status":"FAILURE","transaction_id":"a"}',
      'threeDsEnded {"transaction_id":"a","status":"FAILURE","reason":"cancelled"}',
    ]);
  });

  it('offers nothing of what has ended in the other tab, and shows the next', () => {
    const { controller, said, take } = openDesk();
    take(challenge('a'));
    take(challenge('b'));
    controller.handle({ seq: 2, type: '3ds_moved', transaction_id: 'a', status: 'SUCCESS' });
    expect(said.slice(-3)).toEqual([
      'close',
      'threeDsEnded {"transaction_id":"a","status":"SUCCESS","reason":"moved"}',
      'show b',
    ]);
  });

  it('counts down in the last two minutes and no further than nothing', () => {
    const { controller, said, take } = openDesk();
    take(challenge('a', 15));
    const { transaction_id } = challenge('a');
    controller.handle({ seq: 2, type: '3ds_opened', transaction_id, expires_in_ms: 121_000 });
    vi.advanceTimersByTime(2000);
    expect(said.at(-1)).toBe('show a opened 119');
    vi.advanceTimersByTime(200_000);
    expect(said.at(-1)).toBe('show a opened 0');
    controller.end(ended('a'));
    const told = said.length;
    vi.advanceTimersByTime(5000);
    expect(said).toHaveLength(told);
  });

  it('tells whether the service was asked for the box: where it says so, and of one that is continued here', () => {
    const { controller, said, take } = openDesk();
    take(challenge('a'));
    controller.handle({ seq: 2, type: '3ds_opened', transaction_id: 'a', expires_in_ms: 600_000 });
    controller.end(ended('a'));
    controller.resume(challenge('b'));
    expect(said.filter((line) => line.startsWith('show'))).toEqual([
      'show a',
      'show a opened',
      'show b opened',
    ]);
  });

  it('opens the box anew in a page that comes back', () => {
    const { controller, said, take } = openDesk();
    controller.reload();
    take(challenge('a'));
    controller.reload();
    expect(said).toEqual(['show a', 'close', 'show a']);
  });
});
