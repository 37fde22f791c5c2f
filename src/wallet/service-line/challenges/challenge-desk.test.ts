import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShownChallenge } from '../../../contract/frame/challenge-box.ts';
import type { ChallengeEnd, OpenChallenge } from '../../../contract/frame/session-events.ts';
import { boxLook } from '../../wire/boxes/box-look.ts';
import { boxTexts } from './box-texts.ts';
import { createChallengeDesk } from './challenge-desk.ts';

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
  const t = (key: string, values = {}) => [key, ...Object.values(values)].join(' ');
  const desk = createChallengeDesk({
    page: {
      showChallenge: ({ boxUrl, texts }: ShownChallenge) =>
        said.push(`show ${boxUrl.at(-1)}: ${texts.states.open.heading}`),
      closeChallenge: () => said.push('close'),
      emit: ({ name, payload }) => said.push(`${name} ${JSON.stringify(payload)}`),
    },
    kept: { keep: () => {}, drop: () => {} },
    offer: (id) => said.push(`offer ${id}`),
    present: (boxUrl, secondsLeft) => ({
      boxUrl,
      look: boxLook('auto'),
      texts: boxTexts({ t, lang: 'en', direction: 'ltr' }, secondsLeft),
    }),
  });
  return { desk, said };
}

describe('createChallengeDesk', () => {
  it('closes first, then tells the end, once however often it comes', () => {
    const { desk, said } = openDesk();
    desk.show(challenge('a'));
    desk.end(ended('a'));
    desk.end(ended('a'));
    desk.show(challenge('a'));
    expect(said).toEqual([
      'show a: threeds.title',
      'close',
      'after3DsComplete {"status":"FAILURE","transaction_id":"a"}',
      'threeDsEnded {"transaction_id":"a","status":"FAILURE","reason":"cancelled"}',
    ]);
  });

  it('shows one at a time, in the order they came', () => {
    const { desk, said } = openDesk();
    desk.show(challenge('a'));
    desk.show(challenge('b'));
    desk.end(ended('b'));
    expect(said.filter((line) => line === 'close')).toEqual([]);
    desk.show(challenge('c'));
    desk.end(ended('a'));
    expect(said.at(-1)).toBe('show c: threeds.title');
    expect(desk.shown()).toBe('c');
  });

  it('closes what goes on in another tab, says so alone, and offers to bring it back', () => {
    const { desk, said } = openDesk();
    const moved = { seq: 2, type: '3ds_moved', transaction_id: 'a', status: 'PENDING' } as const;
    desk.take(moved);
    desk.show(challenge('a'));
    desk.take(moved);
    desk.take({ ...moved, seq: 3 });
    const left = [
      'show a: threeds.title',
      'close',
      'threeDsEnded {"transaction_id":"a","status":"PENDING","reason":"moved"}',
      'offer a',
    ];
    expect(said).toEqual(left);
    desk.show(challenge('a'));
    desk.end(ended('a'));
    expect(said.slice(left.length)).toEqual([
      'show a: threeds.title',
      'close',
      'after3DsComplete {"status":"FAILURE","transaction_id":"a"}',
      'threeDsEnded {"transaction_id":"a","status":"FAILURE","reason":"cancelled"}',
    ]);
  });

  it('offers nothing of what has ended in the other tab, and shows the next', () => {
    const { desk, said } = openDesk();
    desk.show(challenge('a'));
    desk.show(challenge('b'));
    desk.take({ seq: 2, type: '3ds_moved', transaction_id: 'a', status: 'SUCCESS' });
    expect(said.slice(-3)).toEqual([
      'close',
      'threeDsEnded {"transaction_id":"a","status":"SUCCESS","reason":"moved"}',
      'show b: threeds.title',
    ]);
  });

  it('counts down in the last two minutes and no further than nothing', () => {
    const { desk, said } = openDesk();
    desk.show(challenge('a', 15));
    const { transaction_id } = challenge('a');
    desk.take({ seq: 2, type: '3ds_opened', transaction_id, expires_in_ms: 121_000 });
    vi.advanceTimersByTime(2000);
    expect(said.at(-1)).toBe('show a: threeds.left 1:59');
    vi.advanceTimersByTime(200_000);
    expect(said.at(-1)).toBe('show a: threeds.left 0:00');
    desk.end(ended('a'));
    const told = said.length;
    vi.advanceTimersByTime(5000);
    expect(said).toHaveLength(told);
  });

  it('opens the box anew in a page that comes back', () => {
    const { desk, said } = openDesk();
    desk.reload();
    desk.show(challenge('a'));
    desk.reload();
    expect(said).toEqual(['show a: threeds.title', 'close', 'show a: threeds.title']);
  });
});
