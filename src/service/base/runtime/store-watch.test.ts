import { expect, inject, test } from 'vitest';
import { QueryError } from '../../../store/engine.ts';
import { startFaultProxy } from '../../../store/faults/fault-proxy.ts';
import { openPostgres } from '../../../store/postgres/open-postgres.ts';
import { StoreError } from '../../../store/store-error.ts';
import { emptyTestPostgres } from '../../../store/test-kit/test-postgres.ts';
import { openLog } from '../../operators/logs/open-log.ts';
import { watchStore } from './store-watch.ts';

const server = inject('postgresUrl');

test.runIf(server)(
  'watchStore says once that the store is lost, by its reason, and once that it is back',
  async () => {
    const database = await emptyTestPostgres(server ?? '');
    const proxy = await startFaultProxy(database.url);
    const lines: string[] = [];
    const log = openLog({ level: 'info', write: (line) => lines.push(line) });
    const store = await openPostgres({ url: proxy.url, connections: 2, durability: 'full', migrations: [] });
    const watch = watchStore({ db: store.db, log });
    const ask = () => store.db.execute('select 1').then(() => false, watch.isLossBehind);
    expect(await ask()).toBe(false);
    await proxy.cut();
    for (let round = 0; round < 20; round += 1) expect(await ask()).toBe(true);
    await proxy.mend();
    await expect.poll(() => lines.length, { timeout: 20_000 }).toBe(2);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'error', msg: 'store lost', reason: expect.stringMatching(/ECONNRE|terminated/) },
      { level: 'info', msg: 'store back', count: 20 },
    ]);
    expect(await ask()).toBe(false);
    await store.close();
    await proxy.cut();
    await database.drop();
  },
);

test.each([
  new Error('ours'),
  new QueryError({ message: 'canceled', code: '57014' }),
  new QueryError({ message: 'deadlock', code: '40P01' }),
  new StoreError('transaction_timeout', 'too long'),
])('watchStore blames the store for no $message', async (error) => {
  const lines: string[] = [];
  const log = openLog({ level: 'info', write: (line) => lines.push(line) });
  expect(watchStore({ db: undefined as never, log }).isLossBehind(error)).toBe(false);
  expect(lines).toEqual([]);
});
