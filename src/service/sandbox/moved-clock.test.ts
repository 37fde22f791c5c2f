import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../../store/database-on.ts';
import { movedClock } from '../tables/moved-clock.ts';
import { openTestDatabase } from '../test-kit/test-database.ts';
import { MAX_ADVANCE_SECONDS, openStoreClock } from './moved-clock.ts';

let store: OpenDatabase;
const start = Date.UTC(2030, 0, 1);
const standing = { now: () => new Date(start) };

beforeAll(async () => {
  store = await openTestDatabase();
});
beforeEach(() => store.db.delete(movedClock));
afterAll(() => store.close());

describe('openStoreClock', () => {
  test('is the clock below while nothing was advanced', async () => {
    const clock = await openStoreClock(store.db, { machine: standing });
    expect(clock.now()).toEqual(new Date(start));
  });
  test('adds up what it is advanced by', async () => {
    const clock = await openStoreClock(store.db, { machine: standing });
    await clock.advance(60);
    await clock.advance(86_400);
    expect(clock.now().getTime() - start).toBe(86_460_000);
  });
  test('is the same for another process and after a restart', async () => {
    const [one, other] = [
      await openStoreClock(store.db, { machine: standing }),
      await openStoreClock(store.db, { machine: standing }),
    ];
    await Promise.all([one.advance(10), other.advance(5)]);
    await Promise.all([one.refresh(), other.refresh()]);
    const restarted = await openStoreClock(store.db, { machine: standing });
    expect([one, other, restarted].map((clock) => clock.now().getTime() - start)).toEqual([
      15_000, 15_000, 15_000,
    ]);
  });
  test.each([-1, 0.5, Number.NaN, MAX_ADVANCE_SECONDS + 1, 1e300])('refuses %d seconds', async (seconds) => {
    const clock = await openStoreClock(store.db, { machine: standing });
    await expect(clock.advance(seconds)).rejects.toMatchObject({ code: 'parameter_invalid' });
    expect(clock.now()).toEqual(new Date(start));
  });
  test('refuses a sum beyond the bound and stays where it was', async () => {
    const clock = await openStoreClock(store.db, { machine: standing });
    await clock.advance(MAX_ADVANCE_SECONDS);
    await expect(clock.advance(1)).rejects.toMatchObject({ param: 'advance_seconds' });
    expect((clock.now().getTime() - start) / 1000).toBe(MAX_ADVANCE_SECONDS);
  });
});
