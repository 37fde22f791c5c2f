import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { askAdmin } from '../../support/stack/admin-client.ts';
import { lookUp } from '../../support/stack/service-client.ts';
import {
  anyOf,
  followUp,
  type Reply,
  type Request,
  send,
  start,
  transactionIdOf,
  withParameters,
} from './merchant.ts';
import { command, type Service, type Services, startServices, stores } from './stores.ts';

const PAYMENTS = 150;
const KILLS = 5;
const told = { callback_url: 'http://127.0.0.1:59999/callback' };
const ADVANCE_SECONDS = 3600;

type Paid = { readonly request: Request; readonly reply: Reply };

test('store move brings a service whole from the embedded store to PostgreSQL, though it is killed, and a copy of it back', {
  tag: '@prove',
}, async () => {
  // biome-ignore lint/suspicious/noSkippedTests: a machine may be without a PostgreSQL, and the report says so
  test.skip(!stores.includes('PostgreSQL'), 'there is no PostgreSQL');
  test.setTimeout(240_000);
  const settings = { MASTER_KEY: randomBytes(32).toString('base64') };
  const embedded = await startServices('embedded', { settings });
  const folder = await mkdtemp(join(tmpdir(), 'wallet-move-'));
  try {
    const [former] = embedded.processes;
    if (!former) throw new Error('Cannot move a store: found no service');
    await askAdmin(former.inspectorUrl, '/api/clock', { advance_seconds: ADVANCE_SECONDS });
    const paid = await pay(former.url);
    const { verdict } = await askAdmin(former.inspectorUrl, '/api/audit/verify');
    await former.stop();
    let figures = { rows: 0, kills: 0 };
    const fill: (environment: Readonly<Record<string, string>>) => Promise<void> = async (environment) => {
      const to = { MOVE_TO_DATABASE_URL: environment['DATABASE_URL'] ?? '' };
      figures = await moveThoughKilled(embedded, to);
      await expect(move(embedded, to)).rejects.toThrow('store_moved');
      await copyLedger(embedded, environment['DATA_DIR'] ?? '');
    };
    const moved = await startServices('PostgreSQL', { settings, fill });
    try {
      await expectWhole(anyOf(moved.processes), paid, verdict.head);
      await expect(former.start()).rejects.toThrow('it has moved to a PostgreSQL');
      await expectCopyBack(moved, { folder, settings, paid });
    } finally {
      await moved.stop();
    }
    test.info().annotations.push({
      type: 'figures',
      description: `${figures.rows} rows, each found again, ${figures.kills} kills; ${paid.length} payments billed on`,
    });
  } finally {
    await embedded.stop();
    await rm(folder, { recursive: true });
  }
});

function move(
  { environment }: Pick<Services, 'environment'>,
  to: Record<string, string>,
  ...words: readonly string[]
) {
  return command({ environment: { ...environment, ...to } }, 'store', 'move', ...words);
}

/** The acquirer's own books are no part of ours, and outlive them. */
async function copyLedger({ environment }: Pick<Services, 'environment'>, to: string) {
  const name = 'acquirer-ledger.jsonl';
  await copyFile(join(environment['DATA_DIR'] ?? '', name), join(to, name));
}

/** Killed while it writes: later each time, by a part of what a whole start takes. */
async function moveThoughKilled(embedded: Services, to: Record<string, string>) {
  let kills = 0;
  for (let stdout: string | undefined; ; ) {
    const moving = move(embedded, to);
    const ended = moving.then(
      (result) => result.stdout,
      () => undefined,
    );
    if (kills < KILLS) {
      await Promise.race([ended, delay(500 + kills * 400 + Math.random() * 400)]);
      moving.child.kill('SIGKILL');
    }
    stdout = await ended;
    if (stdout === undefined && kills === KILLS)
      throw new Error(`Cannot move the store: ${await moving.catch(String)}`);
    if (stdout !== undefined) {
      expect(kills).toBeGreaterThan(0);
      return { rows: rowsOf(stdout), kills };
    }
    kills += 1;
  }
}

const rowsOf = (stdout: string) => Number(/^(?:Moved|Copied) (\d+) rows/.exec(stdout)?.[1]);

async function pay(url: string): Promise<Paid[]> {
  const paid: Paid[] = [];
  for (let count = 0; count < PAYMENTS; count += 1) {
    const request = withParameters(start(count % 3 === 0 ? 'AUTH' : 'SALE', '12.34'), told);
    const reply = await send(url, request);
    expect(reply.status, reply.text).toBe(200);
    paid.push({ request, reply });
  }
  return paid;
}

/** Each payment is there, its answer is given again byte for byte, and it goes on. */
async function expectWhole(
  { url, inspectorUrl }: Service,
  paid: readonly Paid[],
  head: { seq: number; hash: string },
) {
  for (const { request, reply } of paid) {
    const id = transactionIdOf(reply);
    expect(await lookUp(url, id), id).toMatchObject({ status: 'SUCCESS', amount: 12.34 });
    expect(await send(url, request)).toMatchObject({ text: reply.text, isReplay: true });
    const method = request.form['method'] === 'AUTH' ? 'CHARGE' : 'REFUND';
    const answer = await send(url, followUp(method, id, '12.34'));
    expect(answer.status, answer.text).toBe(200);
  }
  const { verdict } = await askAdmin(inspectorUrl, `/api/audit/verify?seq=${head.seq}&hash=${head.hash}`);
  expect(verdict.broken).toBeNull();
  const { advanced_seconds } = await askAdmin(inspectorUrl, '/api/clock');
  expect(advanced_seconds).toBe(ADVANCE_SECONDS);
  const { callbacks } = await askAdmin(
    inspectorUrl,
    `/api/callbacks?account_id=${await accountOf(inspectorUrl)}`,
  );
  expect(callbacks.length).toBeGreaterThan(0);
}

async function accountOf(inspectorUrl: string): Promise<number> {
  const { accounts } = await askAdmin(inspectorUrl, '/api/accounts');
  return accounts[0].account_id;
}

type Back = {
  readonly folder: string;
  readonly settings: Record<string, string>;
  readonly paid: readonly Paid[];
};

/** A copy to look at, of a store that goes on. */
async function expectCopyBack(moved: Services, { folder, settings, paid }: Back) {
  const directory = join(folder, 'data');
  const { stdout } = await move(moved, {}, '--to', directory);
  expect(rowsOf(stdout)).toBeGreaterThan(PAYMENTS);
  const copy = await startServices('embedded', { settings: { ...settings, DATA_DIR: directory } });
  try {
    const { url } = anyOf(copy.processes);
    for (const { reply } of paid.slice(0, 20))
      expect(await lookUp(url, transactionIdOf(reply))).toMatchObject({ amount: 12.34 });
  } finally {
    await copy.stop();
  }
}
