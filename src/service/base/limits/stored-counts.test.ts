import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { storedCounts } from '../../tables/stored-counts.ts';
import { openTestService, type TestService } from '../../test-kit/test-context.ts';
import {
  addToCounts,
  type Counter,
  findUsedUp,
  networkCounters,
  pruneCounts,
  readCounts,
} from './stored-counts.ts';

const HOUR_MS = 3_600_000;
const PART_MS = 600_000;

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());
beforeEach(() => service.context.db.delete(storedCounts));

const STARTS = { address: 'address-starts', network: 'network-starts', site: 'site-starts' } as const;
const ofAccount: Counter = { limit: 'account-starts', subject: 'all' };
const guestAt = (address: string): Counter[] => [...networkCounters(address, STARTS), ofAccount];
const user: Counter[] = [{ limit: 'user-starts', subject: '7' }];

const readCounters = (counters: readonly Counter[], accountId = 1) =>
  readCounts(service.context, { accountId, counters });
const usedUp = async (counters: readonly Counter[], accountId = 1) =>
  findUsedUp(await readCounters(counters, accountId))?.name;

async function add(counters: readonly Counter[], times: number) {
  for (let time = 0; time < times; time += 1)
    await addToCounts(service.context, await readCounters(counters));
}

/** As if what was counted had been so often. */
const raise = (count: number) => service.context.db.update(storedCounts).set({ count });

test('addToCounts counts up to the quota of an hour, of each subject and account alone', async () => {
  await add(user, 119);
  expect(await usedUp(user)).toBeUndefined();
  await add(user, 1);
  expect(await usedUp(user)).toBe('user-starts');
  expect(await usedUp([{ limit: 'user-starts', subject: '8' }])).toBeUndefined();
  expect(await usedUp(user, 2)).toBeUndefined();
});

test('findUsedUp tells when enough of the oldest ten minutes have ended', async () => {
  await add(user, 60);
  service.advance(PART_MS);
  await add(user, 60);
  service.advance(HOUR_MS - PART_MS);
  expect(findUsedUp(await readCounters(user))).toMatchObject({ quota: 120, resetSeconds: PART_MS / 1000 });
  service.advance(PART_MS - 1);
  expect(await usedUp(user)).toBe('user-starts');
  service.advance(1);
  expect(await usedUp(user)).toBeUndefined();
  await add(user, 60);
  expect(await usedUp(user)).toBe('user-starts');
});

test('addToCounts resolves to the limit that others have used up since it was read', async () => {
  const counts = await readCounters(user);
  await addToCounts(service.context, counts);
  await raise(119);
  expect(await addToCounts(service.context, counts)).toBeUndefined();
  expect(await addToCounts(service.context, counts)).toMatchObject({ name: 'user-starts', quota: 120 });
});

test('S73: an account that guests start too much at gives each network less, and shuts nobody out', async () => {
  await add([ofAccount], 1);
  await raise(2_999);
  for (let time = 0; time < 12; time += 1)
    await addToCounts(service.context, await readCounters(guestAt('192.0.2.1')));
  expect(findUsedUp(await readCounters(guestAt('192.0.2.1')))).toMatchObject({
    name: 'address-starts',
    quota: 12,
  });
  expect(await usedUp(guestAt('192.0.2.2'))).toBeUndefined();
  expect(await usedUp(user)).toBeUndefined();
  await raise(2_999);
  expect(findUsedUp(await readCounters(guestAt('198.51.100.1')))).toBeUndefined();
});

test('networkCounters counts all whose address is unknown as one', async () => {
  await add(guestAt(''), 120);
  expect(await usedUp(guestAt('nobody knows'))).toBe('address-starts');
  expect(await usedUp(guestAt('192.0.2.1'))).toBeUndefined();
});

test('pruneCounts leaves nothing for longer than it counts, and the store keeps no address', async () => {
  await add(guestAt('2001:db8::1'), 2);
  const { db } = service.context;
  const rows = await db.select().from(storedCounts);
  expect(rows).toHaveLength(4);
  for (const { counterKey, count } of rows) {
    expect(Buffer.from(counterKey)).toHaveLength(32);
    expect(count).toBe(2);
  }
  const [{ since } = { since: new Date() }] = rows;
  service.advance(since.getTime() + HOUR_MS + PART_MS - 1 - service.context.clock.now().getTime());
  await pruneCounts(service.context);
  expect(await db.$count(storedCounts)).toBe(4);
  service.advance(1);
  expect(await usedUp(guestAt('2001:db8::1'))).toBeUndefined();
  await pruneCounts(service.context);
  expect(await db.$count(storedCounts)).toBe(0);
});
