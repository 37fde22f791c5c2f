import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort } from '../../../support/stack/free-port.ts';
import { lookUp } from '../../../support/stack/service-client.ts';
import { makeDatabase, type Service, service, stores } from '../stores.ts';
import { loadOf } from './load.ts';

const HAPROXY = '/usr/sbin/haproxy';
const PROCESSES = 3;
/** Longer than the balancer takes to notice: two questions, one each 300 ms, on a busy machine. */
const LEAVE_SECONDS = '3';

test('a rolling restart behind a balancer that knows only /readyz fails no request', {
  tag: '@prove',
}, async () => {
  // biome-ignore lint/suspicious/noSkippedTests: it needs a PostgreSQL.
  test.skip(!stores.includes('PostgreSQL'), 'there is no PostgreSQL');
  // biome-ignore lint/suspicious/noSkippedTests: it needs a balancer.
  test.skip(!existsSync(HAPROXY), 'there is no HAProxy: apt-get install haproxy');
  test.setTimeout(300_000);
  const { environment, drop } = await makeDatabase();
  const balancer = { url: `http://127.0.0.1:${await freePort()}` };
  const shared = {
    ...environment,
    BASE_URL: balancer.url,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    INSPECTOR_TOKEN: 'inspector-token-e2e',
    LEAVE_SECONDS,
  };
  const processes = await Promise.all(Array.from({ length: PROCESSES }, () => service(shared)));
  const load = loadOf();
  const directory = mkdtempSync(join(tmpdir(), 'wallet-balancer-'));
  let proxy: ChildProcess | undefined;
  try {
    for (const each of processes) await each.start();
    proxy = startBalancer(directory, balancer.url, processes);
    await expect.poll(() => answers(balancer.url), { timeout: 20_000 }).toBe(true);
    load.add(balancer);
    for (const each of processes) {
      await load.untilPaid(20);
      await each.stop();
      await load.untilPaid(20);
      await each.start();
    }
    const paid = await load.end();
    expect(load.failures).toEqual([]);
    for (const id of paid) expect(await lookUp(balancer.url, id), id).toMatchObject({ status: 'SUCCESS' });
  } finally {
    await load.end();
    proxy?.kill('SIGKILL');
    await Promise.all(processes.map((each) => each.stop()));
    await drop();
    rmSync(directory, { recursive: true, force: true });
  }
});

function startBalancer(directory: string, url: string, processes: readonly Service[]): ChildProcess {
  const servers = processes.map((each, index) => `  server s${index} ${new URL(each.url).host}`);
  const file = join(directory, 'haproxy.cfg');
  writeFileSync(
    file,
    `defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
listen wallet
  bind ${new URL(url).host}
  balance roundrobin
  option httpchk GET /readyz
  http-check expect status 200
  default-server check inter 300ms fall 2 rise 2
${servers.join('\n')}
`,
  );
  return spawn(HAPROXY, ['-db', '-f', file], { stdio: 'ignore' });
}

const answers = (url: string) =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
