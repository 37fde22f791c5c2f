import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort } from '../support/stack/free-port.ts';
import { startStack } from '../support/stack/stack.ts';

/** The service's commands as a developer types them. */

const MAIN = 'dist/service/main.js';

type Environment = Record<string, string | undefined>;

const runCli = (env: Environment, ...args: string[]) =>
  spawnSync(process.execPath, [MAIN, ...args], { encoding: 'utf8', env: { ...process.env, ...env } });

async function ownPorts(): Promise<Environment> {
  const names = ['SERVICE_PORT', 'ISSUER_PORT', 'INSPECTOR_PORT'];
  const ports = await Promise.all(names.map(async (name) => [name, String(await freePort())]));
  return { ...process.env, ...Object.fromEntries(ports) };
}

test('--help of all commands exits with 0, an unknown command with 2 and the reason', {
  tag: '@prove',
}, () => {
  const help = runCli({}, '--help');
  expect(help).toMatchObject({ status: 0, stderr: '' });
  const names = Array.from(help.stdout.matchAll(/^ {2}([a-z]+) /gm), ([, name = '']) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'account',
      'clock',
      'keys',
      'reset',
      'payments',
      'callbacks',
      'listen',
      'trigger',
    ]),
  );
  for (const name of names) expect(runCli({}, name, '--help').status).toBe(0);
  for (const [args, reason] of [
    [['clok'], "unknown command 'clok'"],
    [['clock', '--fast'], "unknown option '--fast'"],
    [['trigger', 'piad'], 'Allowed choices are paid'],
  ] as const) {
    const refused = runCli({}, ...args);
    expect(refused).toMatchObject({ status: 2, stdout: '' });
    expect(refused.stderr).toContain(`Cannot run '${args.join(' ')}': `);
    expect(refused.stderr).toContain(reason);
    expect(refused.stderr.trim().split('\n')).toHaveLength(1);
  }
});

test('--help of the npm scripts exits with 0 and does nothing, unknown arguments with 2', {
  tag: '@prove',
}, () => {
  const run = (script: string, args: string[]) =>
    spawnSync('npm', ['run', '-s', script, '--', ...args], { encoding: 'utf8', timeout: 60_000 });
  for (const script of [
    'start',
    'dev',
    'check',
    'test',
    'prove',
    'bench',
    'integrity',
    'reference',
    'pictures',
  ]) {
    const help = run(script, ['--help']);
    expect(help, script).toMatchObject({ status: 0, stderr: '' });
    expect(help.stdout, script).toMatch(/^npm /);
    expect(run(script, ['nonsense']).status, script).toBe(2);
  }
});

test('npm start has no shop before its service is ready', { tag: '@prove' }, async () => {
  test.setTimeout(120_000);
  const dataDir = mkdtempSync(join(tmpdir(), 'wallet-start-'));
  const shopPort = String(await freePort());
  const env: Environment = { ...(await ownPorts()), SHOP_PORT: shopPort, DATA_DIR: dataDir };
  const started = spawn(process.execPath, ['tools/start/start.mjs'], { env, stdio: 'ignore' });
  const ended = once(started, 'exit');
  const isOk = (address: string) =>
    fetch(address).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect
    .poll(() => isOk(`http://localhost:${shopPort}/`), { intervals: [5], timeout: 90_000 })
    .toBe(true);
  expect(await isOk(`http://127.0.0.1:${env['SERVICE_PORT']}/readyz`)).toBe(true);
  started.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  rmSync(dataDir, { recursive: true, force: true });
});

test('npm run service passes SIGTERM on and ends after the service', { tag: '@prove' }, async () => {
  test.setTimeout(120_000);
  const dataDir = mkdtempSync(join(tmpdir(), 'wallet-npm-'));
  const env: Environment = { ...(await ownPorts()), DATA_DIR: dataDir };
  const npm = spawn('npm', ['run', 'service'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(npm, 'exit');
  let printed = '';
  for (const stream of [npm.stdout, npm.stderr])
    stream.on('data', (chunk) => {
      printed += chunk;
    });
  const address = `http://127.0.0.1:${env['SERVICE_PORT']}/readyz`;
  const statusNow = () =>
    fetch(address).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(statusNow, { timeout: 90_000 }).toBe(200);
  expect(printed).not.toMatch(/whsec_|it_sandbox_|sk_sandbox_/);
  npm.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(await statusNow()).toBe(0);
  rmSync(dataDir, { recursive: true, force: true });
});

for (const script of ['start', 'dev', 'service']) {
  test(`npm run ${script} on a bare clone names a taken port, and else installs first`, async () => {
    const clone = mkdtempSync(join(tmpdir(), 'wallet-bare-'));
    for (const part of ['tools', 'package.json', 'package-lock.json'])
      cpSync(part, join(clone, part), { recursive: true });
    const bin = join(clone, 'bin');
    mkdirSync(bin);
    // In place of the one that asks a registry.
    writeFileSync(join(bin, 'npm'), '#!/bin/sh\necho "npm was asked: $1" >&2\nexit 1\n', { mode: 0o755 });
    const env: Environment = {
      ...(await ownPorts()),
      SHOP_PORT: String(await freePort()),
      PATH: `${bin}:/usr/bin:/bin`,
    };
    const run = () =>
      spawnSync(process.execPath, [`tools/start/${script}.mjs`], { cwd: clone, encoding: 'utf8', env });
    const other = createServer().listen(Number(env['SERVICE_PORT']), '127.0.0.1');
    await once(other, 'listening');
    const refused = run();
    other.close();
    await once(other, 'close');
    const outcome = run();
    rmSync(clone, { recursive: true });
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toContain('SERVICE_PORT');
    expect(outcome.stdout).toBe('Installing packages: a minute or more …\n');
    expect(outcome.stderr).toBe('npm was asked: ci\n');
    expect(outcome.status).toBe(1);
  });
}

test('commands that prepare one folder take turns, and skip one that was killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-turns-'));
  const lock = join(folder, 'preparing');
  const journal = join(folder, 'journal');
  const program = (inside: string) => `
    import { appendFileSync } from 'node:fs';
    import { withFileLock } from ${JSON.stringify(resolve('tools/build/one-at-a-time.mjs'))};
    const note = (text) => appendFileSync(${JSON.stringify(journal)}, text);
    const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    withFileLock(${JSON.stringify(lock)}, () => { ${inside} }, () => {});`;
  const start = (inside: string) =>
    spawn(process.execPath, ['--input-type=module', '--eval', program(inside)], { stdio: 'inherit' });
  const killed = start('note("k"); sleep(60_000)');
  await expect.poll(() => existsSync(journal)).toBe(true);
  const turns = Array.from({ length: 8 }, () => start('note("("); sleep(30); note(")")'));
  killed.kill('SIGKILL');
  const codes = await Promise.all(turns.map(async (turn) => (await once(turn, 'exit'))[0]));
  expect(codes).toEqual(Array(8).fill(0));
  expect(readFileSync(journal, 'utf8')).toBe(`k${'()'.repeat(8)}`);
  expect(readdirSync(folder)).toEqual(['journal']);
  rmSync(folder, { recursive: true });
});

for (const [script, variable, program] of [
  ['tools/start/service.mjs', 'ISSUER_PORT', 'simulated bank'],
  ['tools/start/start.mjs', 'SERVICE_PORT', 'service'],
] as const) {
  test(`${script} names a taken port and its variable`, async () => {
    const env = await ownPorts();
    const holder = createServer().listen(Number(env[variable]), '127.0.0.1');
    await once(holder, 'listening');
    const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8', env });
    holder.close();
    expect(status).toBe(1);
    expect(stderr).toContain(`Port ${env[variable]} (${program}) is taken: `);
    expect(stderr).toContain(`set ${variable} to another`);
  });
}

test('trigger, listen, callbacks and payments show a payment of the running service from start to callback', {
  tag: '@prove',
}, async () => {
  test.setTimeout(120_000);
  const stack = await startStack();
  const { port: inspector } = new URL(stack.inspectorUrl);
  const { port: service } = new URL(stack.serviceUrl);
  const env = { ...process.env, DATA_DIR: stack.dataDir, INSPECTOR_PORT: inspector, SERVICE_PORT: service };
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [MAIN, ...args], { encoding: 'utf8', env });
  const relay = String(await freePort());
  const args = ['listen', '--forward-to', `${stack.serviceUrl}/healthz`, '--port', relay];
  const listening = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(listening, 'exit');
  let heard = '';
  listening.stdout.on('data', (chunk) => {
    heard += chunk;
  });
  try {
    await expect.poll(() => heard, { timeout: 30_000 }).toContain(`Give http://127.0.0.1:${relay}/`);
    const made = run('trigger', 'paid', '--order', 'tea-9', '--callback-url', `http://127.0.0.1:${relay}/`);
    const [, transaction = ''] = /transaction (\S+)/.exec(made) ?? [];
    await expect
      .poll(() => heard, { timeout: 30_000 })
      .toMatch(/SALE_SUCCEEDED {2}48\.50 EUR {2}tea-9 .*-> {2}4\d\d/);
    expect(run('payments', '--order', 'tea-9')).toContain(transaction);
    expect(run('callbacks', '--transaction', transaction)).toMatch(/SALE_SUCCEEDED {2}\w+/);
    expect(run('trigger', 'challenge')).not.toContain('http');
    listening.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
  } finally {
    listening.kill('SIGKILL');
    await stack.stop();
  }
});
