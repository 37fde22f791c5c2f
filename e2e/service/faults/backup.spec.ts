import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { askAdmin } from '../../support/stack/admin-client.ts';
import {
  anyOf,
  followUp,
  lookUpEnded,
  type Reply,
  type Request,
  send,
  start,
  transactionIdOf,
  withParameters,
} from './merchant.ts';
import { command, type Service, type Services, startServices, stores } from './stores.ts';

const CLIENTS = 16;
const BEFORE = 150;
const KILLS = 5;
const told = { callback_url: 'http://127.0.0.1:59999/callback' };

type Acknowledged = { readonly request: Request; readonly reply: Reply };

for (const store of stores) {
  test(`on ${store} a restored backup has every payment that was acknowledged before it, whole, while 16 clients pay`, {
    tag: '@prove',
  }, async () => {
    test.setTimeout(180_000);
    const folder = await mkdtemp(join(tmpdir(), 'wallet-backup-'));
    const file = join(folder, 'backup.tar.gz');
    const services = await startServices(store);
    try {
      const { before, after } = await payWhile(services, async () => {
        const { stdout } = await command(services, 'backup', file);
        expect(stdout).toContain('No master key is in it');
      });
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      await refuseChanged(services, file);
      await refuseOccupied(services, file);
      for (const each of services.processes) await each.stop();
      const { MASTER_KEY = '' } = services.environment;
      const fill = async (environment: Readonly<Record<string, string>>) => {
        const [from = '', to = ''] = [services.environment['DATA_DIR'], environment['DATA_DIR']];
        const copy = (name: string) => copyFile(join(from, name), join(to, name));
        // The acquirer's own books are no part of ours, and outlive them.
        await copy('acquirer-ledger.jsonl');
        await expect(
          command({ environment: { ...environment, MASTER_KEY: '' } }, 'restore', file),
        ).rejects.toThrow(/needs the master key "[0-9a-f]{16}".*\(key_unknown\)/);
        if (store === 'embedded') await copy('master.key');
        await command({ environment }, 'restore', file);
      };
      const restored = await startServices(store, { settings: { MASTER_KEY }, fill });
      try {
        await expectWhole(anyOf(restored.processes), { before, after });
      } finally {
        await restored.stop();
      }
    } finally {
      await services.stop();
      await rm(folder, { recursive: true });
    }
  });
}

test('restore killed at any moment leaves no store or a whole one', { tag: '@prove' }, async () => {
  test.setTimeout(120_000);
  const folder = await mkdtemp(join(tmpdir(), 'wallet-restore-'));
  const file = join(folder, 'backup.tar.gz');
  const services = await startServices('embedded');
  try {
    await command(services, 'backup', file);
    const { DATA_DIR: source = '' } = services.environment;
    const environment = { ...services.environment, DATA_DIR: folder };
    await copyFile(join(source, 'master.key'), join(folder, 'master.key'));
    for (let kill = 0; kill < KILLS; kill += 1) {
      const restoring = command({ environment }, 'restore', file);
      restoring.catch(() => {});
      await until(() => existsSync(join(folder, 'pgdata.unfinished')));
      await delay(Math.random() * 400);
      restoring.child.kill('SIGKILL');
      await restoring.catch(() => {});
      // A rename is all there is between the two.
      const isWhole = existsSync(join(folder, 'pgdata', 'backup_label'));
      expect(existsSync(join(folder, 'pgdata'))).toBe(isWhole);
      await rm(join(folder, 'pgdata'), { recursive: true, force: true });
    }
    await command({ environment }, 'restore', file);
    expect(existsSync(join(folder, 'pgdata.unfinished'))).toBe(false);
  } finally {
    await services.stop();
    await rm(folder, { recursive: true });
  }
});

async function until(isThere: () => boolean) {
  while (!isThere()) await delay(2);
}

/** `before`: what was acknowledged as the task began; `after`: while it ran, and shortly after. */
async function payWhile({ processes }: Services, task: () => Promise<void>) {
  const acknowledged: Acknowledged[] = [];
  let isOver = false;
  const client = async () => {
    while (!isOver) await pay(anyOf(processes).url, acknowledged).catch(() => delay(5));
  };
  const clients = Array.from({ length: CLIENTS }, client);
  while (acknowledged.length < BEFORE) await delay(10);
  const before = acknowledged.slice();
  await task();
  await delay(300);
  isOver = true;
  await Promise.all(clients);
  const after = acknowledged.slice(before.length);
  expect(after.length).toBeGreaterThan(CLIENTS);
  return { before, after };
}

/** A card that stays open for a charge, or money that moves at once. */
async function pay(url: string, acknowledged: Acknowledged[]) {
  const method = Math.random() < 0.3 ? 'AUTH' : 'SALE';
  const request = withParameters(start(method, '12.34'), told);
  const reply = await send(url, request);
  if (reply.status !== 200) throw new Error(`not billed: ${reply.status}`);
  acknowledged.push({ request, reply });
}

async function refuseChanged(services: Services, file: string) {
  const bytes = await readFile(file);
  const changed = Buffer.from(bytes);
  const middle = changed.length >> 1;
  changed[middle] = (changed[middle] ?? 0) ^ 1;
  const dataDirectory = await mkdtemp(join(tmpdir(), 'wallet-backup-changed-'));
  for (const [what, content] of Object.entries({ changed, cut: bytes.subarray(0, -50) })) {
    const broken = `${file}.${what}`;
    await writeFile(broken, content);
    const environment: Services['environment'] = { ...services.environment, DATA_DIR: dataDirectory };
    // On PostgreSQL the database is occupied, which is found first.
    const code = environment['DATABASE_URL'] ? 'store_not_empty' : 'backup_damaged';
    await expect(command({ environment }, 'restore', broken), what).rejects.toThrow(code);
    expect(existsSync(join(dataDirectory, 'pgdata')), what).toBe(false);
  }
  await rm(dataDirectory, { recursive: true });
}

async function refuseOccupied(services: Services, file: string) {
  const code = services.environment['DATABASE_URL'] ? 'store_not_empty' : 'lock_held';
  await expect(command(services, 'restore', file)).rejects.toThrow(code);
  await expect(command(services, 'backup', file)).rejects.toThrow('it exists');
}

type Paid = { readonly before: readonly Acknowledged[]; readonly after: readonly Acknowledged[] };

async function expectWhole({ url, inspectorUrl }: Service, { before, after }: Paid) {
  const faults: string[] = [];
  const there: string[] = [];
  let late = 0;
  for (const paid of [...before, ...after]) {
    const id = transactionIdOf(paid.reply);
    const found = await lookUpEnded(url, id);
    const isBefore = before.includes(paid);
    if (found === undefined && isBefore) faults.push(`${id}: lost`);
    if (found === undefined) continue;
    if (!isBefore) late += 1;
    if (found.status !== 'SUCCESS' || found.amount !== 12.34) faults.push(`${id}: found ${found.status}`);
    there.push(id);
    const again = await send(url, paid.request);
    if (!again.isReplay || again.text !== paid.reply.text) faults.push(`${id}: answered anew`);
  }
  // Read last: a question that the backup holds without its answer is asked again, and its callback comes with the end.
  const outbox = await toldTransactions(inspectorUrl);
  faults.push(...there.filter((id) => !outbox.has(id)).map((id) => `${id}: its callback is lost`));
  expect(faults).toEqual([]);
  test.info().annotations.push({
    type: 'figures',
    description: `${before.length} acknowledged before, all there; of ${after.length} during or after, ${late} there and whole`,
  });
  await chargeOld(url, before);
  expect((await askAdmin(inspectorUrl, '/api/audit/verify')).verdict.broken).toBeNull();
  const { entries } = await askAdmin(inspectorUrl, '/api/audit');
  expect(entries.map(({ act }: { act: string }) => act)).toContain('backup.begun');
}

async function toldTransactions(inspectorUrl: string): Promise<Set<string>> {
  const ids = new Set<string>();
  const { accounts } = await askAdmin(inspectorUrl, '/api/accounts');
  let before: number | null | undefined;
  while (before !== null) {
    const older = before === undefined ? '' : `&before=${before}`;
    const page = await askAdmin(inspectorUrl, `/api/callbacks?account_id=${accounts[0].account_id}${older}`);
    for (const { transaction_id } of page.callbacks) ids.add(transaction_id);
    before = page.next;
  }
  return ids;
}

/** The processor is asked with the card, which must decrypt; refunds move what was paid. */
async function chargeOld(url: string, before: readonly Acknowledged[]) {
  for (const { request, reply } of before.slice(0, 20)) {
    const method = request.form['method'] === 'AUTH' ? 'CHARGE' : 'REFUND';
    const answer = await send(url, followUp(method, transactionIdOf(reply), '12.34'));
    expect(answer.status, answer.text).toBe(200);
  }
  const fresh = await send(url, { ...start('SALE', '1.00'), key: randomUUID() });
  expect(fresh.status, fresh.text).toBe(200);
}
