import { expect, test } from '@playwright/test';
import { lookUp } from '../../../support/stack/service-client.ts';
import { command, makeDatabase, service, stores } from '../stores.ts';
import { loadOf } from './load.ts';
import { buildOf, commitBefore } from './previous-build.ts';

const before = commitBefore();

test('an upgrade and the way back, under load, fail no request and lose no payment', {
  tag: '@prove',
}, async () => {
  // biome-ignore lint/suspicious/noSkippedTests: it needs a PostgreSQL.
  test.skip(!stores.includes('PostgreSQL'), 'there is no PostgreSQL');
  // biome-ignore lint/suspicious/noSkippedTests: it needs the commit before the newest migration.
  test.skip(before === undefined, 'this clone is too shallow: git fetch --unshallow');
  test.setTimeout(600_000);
  const former = buildOf(before ?? '');
  const { environment, drop } = await makeDatabase();
  const shared = {
    ...environment,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    INSPECTOR_TOKEN: 'inspector-token-e2e',
  };
  const formerProcesses = [await service(shared, former), await service(shared, former)] as const;
  const newProcess = await service({ ...shared, MIGRATIONS: 'wait' });
  const load = loadOf();
  try {
    for (const each of formerProcesses) await each.start();
    await expect(command({ environment: shared }, 'account', 'show')).rejects.toThrow(/lacks "\d{4}_/);
    formerProcesses.forEach(load.add);
    const starting = newProcess.start();
    await expect.poll(() => newProcess.output()).toContain('waiting until that is done');
    await load.untilPaid(30);
    const { stdout } = await command({ environment: shared }, 'migrate');
    expect(stdout).toMatch(/Applied "\d{4}_[\s\S]*The store is up to date/);
    await starting;
    load.add(newProcess);
    await load.untilPaid(30);
    // The one that goes on knows less than the store. So does the one that is started again.
    const [first, second] = formerProcesses;
    await load.remove(first);
    await first.stop();
    await first.start();
    load.add(first);
    await load.untilPaid(30);
    await load.remove(second);
    await second.stop();
    await load.untilPaid(30);
    // The way back: the new build leaves, what it wrote stays.
    await load.remove(newProcess);
    await newProcess.stop();
    await load.untilPaid(30);
    const paid = await load.end();
    expect(load.failures).toEqual([]);
    for (const id of paid) expect(await lookUp(first.url, id), id).toMatchObject({ status: 'SUCCESS' });
  } finally {
    await load.end();
    await Promise.all([...formerProcesses, newProcess].map((each) => each.stop()));
    await drop();
  }
});
