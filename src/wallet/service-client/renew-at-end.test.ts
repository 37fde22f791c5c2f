import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Session } from '../state/session.ts';
import { renewAtEnd } from './renew-at-end.ts';

const HOUR = 3600;
const page = Object.assign(new EventTarget(), { hidden: false });
const show = (isShown: boolean) => {
  page.hidden = !isShown;
  page.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  vi.useFakeTimers();
  page.hidden = false;
  vi.stubGlobal('document', page);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function connected(refreshTokenExpiresIn: number, isPaying = () => false) {
  const session = new Session();
  const open = (accessToken: string, endsIn: number) =>
    session.open({
      accessToken,
      expiresIn: 900,
      refreshTokenExpiresIn: endsIn,
      walletSession: 'w',
      isGuest: true,
    });
  const renewed = vi.fn(async () => {
    open('renewed', 60);
    return 'renewed';
  });
  open('first', refreshTokenExpiresIn);
  renewAtEnd({ session, accessToken: { renew: renewed }, isPaying });
  return { renewed, open };
}

test('renewAtEnd renews as the refresh token ends, not before, and not again what it renewed itself', async () => {
  const { renewed, open } = connected(HOUR);
  await vi.advanceTimersByTimeAsync(HOUR * 1000 - 1);
  expect(renewed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(renewed).toHaveBeenCalledExactlyOnceWith('first');
  await vi.advanceTimersByTimeAsync(HOUR * 1000);
  expect(renewed).toHaveBeenCalledOnce();
  open('connected', 60);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(renewed).toHaveBeenCalledTimes(2);
});

test('renewAtEnd renews nothing in a hidden tab before it is shown again', async () => {
  const { renewed } = connected(HOUR);
  show(false);
  await vi.advanceTimersByTimeAsync(2 * HOUR * 1000);
  expect(renewed).not.toHaveBeenCalled();
  show(true);
  expect(renewed).toHaveBeenCalledOnce();
});

test('renewAtEnd follows a refresh token that a call has had renewed meanwhile', async () => {
  const { renewed, open } = connected(HOUR);
  await vi.advanceTimersByTimeAsync(HOUR * 500);
  open('other', 2 * HOUR);
  await vi.advanceTimersByTimeAsync(HOUR * 1500);
  expect(renewed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(HOUR * 500);
  expect(renewed).toHaveBeenCalledExactlyOnceWith('other');
});

test('renewAtEnd leaves the session of which a challenge may be told to', async () => {
  const { renewed } = connected(60, () => true);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(renewed).not.toHaveBeenCalled();
});

test('renewAtEnd waits for an end that is further off than a timer goes', async () => {
  const days = 30 * 24 * HOUR;
  const { renewed } = connected(days);
  await vi.advanceTimersByTimeAsync(days * 1000 - 1);
  expect(renewed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(renewed).toHaveBeenCalledOnce();
});
