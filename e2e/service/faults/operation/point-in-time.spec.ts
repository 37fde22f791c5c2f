import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { askAdmin, INSPECTOR_TOKEN } from '../../../support/stack/admin-client.ts';
import { noEmptyMachine, type Shell, startEmptyMachine } from '../../../support/stack/empty-machine.ts';
import { freePort } from '../../../support/stack/free-port.ts';
import {
  followUp,
  lookUpEnded,
  type Reply,
  type Request,
  send,
  start,
  transactionIdOf,
} from '../merchant.ts';
import { command, type Service, service } from '../stores.ts';

/** docs/recovery.md by every command as printed, on a Debian of its own, whose PostgreSQL a service here has. */

const CLUSTERS = '/usr/lib/postgresql';
const NEEDS = ['/usr/bin/pg_createcluster', '/usr/bin/pgbackrest', '/usr/sbin/runuser', CLUSTERS];
const EACH = 40;
const FOLLOWED = 10;
const MISTAKE = 'DROP TABLE operations CASCADE';

type Paid = { readonly request: Request; readonly reply: Reply };

test('a store on PostgreSQL goes back to the second before a mistake by every command of docs/recovery.md as printed', {
  tag: '@prove',
}, async () => {
  test.setTimeout(600_000);
  const missing = noEmptyMachine() ?? NEEDS.find((path) => !existsSync(path));
  // biome-ignore lint/suspicious/noSkippedTests: it needs a Debian of its own.
  test.skip(missing !== undefined, `there is no machine for it: ${missing}`);
  const [archive = '', log = '', nightly = '', back = ''] = printedCommands();
  const machine = await startEmptyMachine();
  const dataDirectory = mkdtempSync(join(tmpdir(), 'wallet-recovery-'));
  const shell = machine.openShell({}, { isOnline: true });
  let running: Service | undefined;
  try {
    const { url, port } = await openDatabase(shell);
    await shell.run(archive.replace(/^apt-get .*\n/, '').replace(/^pg1-path=.*$/m, `$&\npg1-port=${port}`));
    const told = await shell.run(log);
    expect(told).not.toMatch(/ERROR|WARN/);
    await shell.run(nightly);
    const environment = {
      DATA_DIR: dataDirectory,
      DATABASE_URL: url,
      MASTER_KEY: randomBytes(32).toString('base64'),
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      INSPECTOR_TOKEN,
    };
    running = await service(environment);
    await running.start();
    const before = await pay(running.url);
    await delay(1_100);
    const second = (await sql(shell, `SELECT date_trunc('second', now()) AT TIME ZONE 'UTC'`)).trim();
    await delay(1_100);
    const after = await pay(running.url);
    await sql(shell, MISTAKE, 'wallet');
    await running.stop();
    await shell.run(back.replace('2026-11-29 03:15:20', second));
    running = await service(environment);
    await running.start();
    await expectThere(running, before);
    for (const { reply } of after)
      expect(await lookUpEnded(running.url, transactionIdOf(reply))).toBeUndefined();
    const sales = after.filter(({ request }) => request.form['method'] === 'SALE');
    await expectNamed(running, environment, sales.length);
  } finally {
    await running?.stop();
    await machine.stop();
    rmSync(dataDirectory, { recursive: true, force: true });
  }
});

/** The blocks in their order, for the PostgreSQL that is here. */
function printedCommands(): string[] {
  const [version = ''] = readdirSync(CLUSTERS);
  const blocks = readFileSync('docs/recovery.md', 'utf8').matchAll(/^ *```sh\n(.*?)^ *```/gms);
  return Array.from(blocks, ([, code = '']) =>
    code.replaceAll('/15/', `/${version}/`).replaceAll(' 15 ', ` ${version} `),
  );
}

/** Debian's cluster, as its package makes it, with a database of the service's own. */
async function openDatabase(shell: Shell): Promise<{ url: string; port: number }> {
  const [version = ''] = readdirSync(CLUSTERS);
  const port = await freePort();
  const password = randomBytes(16).toString('hex');
  await shell.run(`cd /
rm -rf /etc/postgresql/*/main /var/lib/postgresql/*/main
pg_createcluster --port ${port} ${version} main
pg_ctlcluster ${version} main start
export PGPORT=${port}`);
  await sql(shell, `CREATE ROLE wallet LOGIN PASSWORD '${password}'`);
  await sql(shell, 'CREATE DATABASE wallet OWNER wallet');
  return { url: `postgresql://wallet:${password}@127.0.0.1:${port}/wallet`, port };
}

function sql(shell: Shell, statements: string, database = 'postgres'): Promise<string> {
  return shell.run(`runuser -u postgres -- psql -v ON_ERROR_STOP=1 -At -c "${statements}" ${database}`);
}

/** Sales and authorisations that are acknowledged. */
async function pay(url: string): Promise<Paid[]> {
  const requests = Array.from({ length: EACH }, (_, index) =>
    start(index % 3 === 0 ? 'AUTH' : 'SALE', '12.34'),
  );
  return Promise.all(
    requests.map(async (request) => {
      const reply = await send(url, request);
      expect(reply.status, reply.text).toBe(200);
      return { request, reply };
    }),
  );
}

/** Each payment is answered as it was, and money follows it: its card opens. */
async function expectThere({ url, inspectorUrl }: Service, before: readonly Paid[]) {
  for (const { request, reply } of before) {
    const found = await lookUpEnded(url, transactionIdOf(reply));
    expect(found).toMatchObject({ status: 'SUCCESS', amount: 12.34 });
    const again = await send(url, request);
    expect([again.isReplay, again.text]).toEqual([true, reply.text]);
  }
  for (const { request, reply } of before.slice(0, FOLLOWED)) {
    const method = request.form['method'] === 'AUTH' ? 'CHARGE' : 'REFUND';
    const answer = await send(url, followUp(method, transactionIdOf(reply), '12.34'));
    expect(answer.status, answer.text).toBe(200);
  }
  expect((await askAdmin(inspectorUrl, '/api/audit/verify')).verdict.broken).toBeNull();
}

/** What was paid after that second is in the processor's books alone, and the report says so, one by one. */
async function expectNamed(running: Service, environment: Record<string, string>, count: number) {
  const day = new Date().toISOString().slice(0, 10);
  const beside = { environment, processes: [running] };
  const { stdout } = await command(beside, 'reconcile', day, '--json').catch((error) => error);
  const named = stdout.match(/"missing_here"/g) ?? [];
  expect(named).toHaveLength(count);
}
