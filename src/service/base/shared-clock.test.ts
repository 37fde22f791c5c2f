import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../../store/database-on.ts';
import { openStoreClock } from '../sandbox/moved-clock.ts';
import { openTestDatabase } from '../test-kit/test-database.ts';
import { sharedClock, watchClock } from './shared-clock.ts';

let store: OpenDatabase;
/** How far the machine is ahead of the database, which here is on the same machine. */
let aheadMs = 0;
const machine = { now: () => new Date(Date.now() + aheadMs) };

beforeAll(async () => {
  store = await openTestDatabase();
});
afterAll(() => store.close());

/** Milliseconds between the clock and the database's. */
const offBy = (clock: { now(): Date }) => Math.abs(clock.now().getTime() - Date.now());

test.each([0, 3_000, -20_000, 40_000])(
  'sharedClock shows the database’s time where the machine is ahead by %i ms',
  async (ms) => {
    aheadMs = ms;
    const clock = sharedClock(store.db, machine);
    await clock.refresh();
    expect(offBy(clock)).toBeLessThan(1_000);
    expect(Math.abs(clock.aheadSeconds() - ms / 1000)).toBeLessThan(1);
  },
);

test('sharedClock follows a machine’s clock that jumps', async () => {
  aheadMs = 0;
  const clock = sharedClock(store.db, machine);
  await clock.refresh();
  aheadMs = 60_000;
  await clock.refresh();
  expect(offBy(clock)).toBeLessThan(1_000);
  aheadMs = 0;
  await clock.refresh();
  expect(offBy(clock)).toBeLessThan(1_000);
});

test('sharedClock stays as it is while the database agrees within the way of the answer', async () => {
  aheadMs = 0;
  const clock = sharedClock(store.db, machine);
  for (let count = 0; count < 20; count += 1) {
    await clock.refresh();
    expect(Math.abs(clock.aheadSeconds())).toBeLessThan(0.5);
  }
});

test('openStoreClock moves ahead of the database’s time by what it is advanced', async () => {
  aheadMs = 40_000;
  const clock = await openStoreClock(store.db, { machine, isShared: true });
  await clock.advance(60);
  expect(offBy({ now: () => new Date(clock.now().getTime() - 60_000) })).toBeLessThan(1_000);
  expect(offBy(clock.real)).toBeLessThan(1_000);
});

test('watchClock logs once that the machine’s clock is off, and once that it is right again', async () => {
  aheadMs = 0;
  const lines: [string, unknown][] = [];
  const log = {
    warn: (fields: unknown) => lines.push(['warn', fields]),
    info: (fields: unknown) => lines.push(['info', fields]),
  };
  const clock = await openStoreClock(store.db, { machine, isShared: true });
  const watch = watchClock({ clock, log });
  for (const ms of [0, 5_000, 5_000, 0, 0]) {
    aheadMs = ms;
    await watch();
  }
  expect(lines.map(([level]) => level)).toEqual(['warn', 'info']);
  expect(lines[0]?.[1]).toEqual({ aheadSeconds: expect.closeTo(5, 0) });
});
