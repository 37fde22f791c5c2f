import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.ts';

/** The built service and shop as child processes on ports of their own, with a data directory of their own. */
export type Stack = {
  readonly service: Program;
  readonly shop: Program;
  /** The shop under its two names: two sites, one server. */
  readonly shopUrls: { readonly localhost: string; readonly loopback: string };
  readonly serviceUrl: string;
  /** Of the simulated issuer and providers. */
  readonly issuerUrl: string;
  /** Of the admin API. */
  readonly inspectorUrl: string;
  readonly dataDir: string;
  /** `whsec_…` of the demo account. */
  readonly webhookSecret: string;
  stop(): Promise<void>;
};

/** One program that can be killed and started again on the same data. */
export type Program = {
  start(): Promise<void>;
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Of the process that runs; undefined while none does. */
  pid(): number | undefined;
  /** All it has printed, over all its lives. */
  output(): string;
  /** What it has sent its parent, and would not print. */
  startMessage(): unknown;
};

export const SECRET_KEY = 'sk_sandbox_demo';
export const PUBLISHABLE_KEY = 'pk_sandbox_demo';
export const MERCHANT_ID = 1001;

const READY_WITHIN_MS = 60_000;
const STOPPED_WITHIN_MS = 20_000;

export async function startStack(extra: Record<string, string> = {}): Promise<Stack> {
  const dataDir = mkdtempSync(join(tmpdir(), 'wallet-e2e-'));
  const servicePort = extra['SERVICE_PORT'] ?? (await freePort());
  const issuerPort = extra['ISSUER_PORT'] ?? (await freePort());
  const shopPort = await freePort();
  const inspectorPort = await freePort();
  const serviceUrl = extra['BASE_URL'] ?? `http://127.0.0.1:${servicePort}`;
  const environment: Record<string, string> = {
    DATA_DIR: dataDir,
    SERVICE_PORT: String(servicePort),
    ISSUER_PORT: String(issuerPort),
    SHOP_PORT: String(shopPort),
    INSPECTOR_PORT: String(inspectorPort),
    BASE_URL: serviceUrl,
    RATE_LIMITS: 'off',
    DEMO_DRAWER: '1',
    ...extra,
  };
  const service = program('dist/service/main.js', environment, `http://127.0.0.1:${servicePort}/readyz`);
  const shop = program('dist/demo/shop.js', environment, `http://127.0.0.1:${shopPort}/`);
  await service.start();
  const webhookSecret = /whsec_[\w+/=]+/.exec(JSON.stringify(service.startMessage()))?.[0] ?? '';
  environment['WEBHOOK_SECRET'] = webhookSecret;
  await shop.start();
  return {
    service,
    shop,
    shopUrls: { localhost: `http://localhost:${shopPort}`, loopback: `http://127.0.0.1:${shopPort}` },
    serviceUrl,
    issuerUrl: extra['ISSUER_URL'] ?? `http://localhost:${issuerPort}`,
    inspectorUrl: `http://127.0.0.1:${inspectorPort}`,
    dataDir,
    webhookSecret,
    stop: async () => {
      await Promise.all([shop.stop(), service.stop()]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export function program(script: string, environment: Record<string, string>, readyUrl: string): Program {
  let child: ChildProcess | undefined;
  let output = '';
  let startMessage: unknown;
  const start = async () => {
    const started = spawn(process.execPath, [script], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child = started;
    started.on('message', (message) => {
      startMessage = message;
    });
    for (const stream of [started.stdout, started.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk;
      });
    }
    await untilReady(readyUrl, started, () => output);
  };
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    const running = child;
    child = undefined;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const gone = once(running, 'exit');
    running.kill(signal);
    await Promise.race([gone, delay(STOPPED_WITHIN_MS, undefined, { ref: false })]);
    if (running.exitCode === null && running.signalCode === null) {
      running.kill('SIGKILL');
      throw new Error(`Cannot stop ${script}: still running ${STOPPED_WITHIN_MS} ms after ${signal}`);
    }
  };
  return { start, stop, pid: () => child?.pid, output: () => output, startMessage: () => startMessage };
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`Cannot start: exited with ${child.exitCode}\n${output()}`);
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    if (answer?.ok) return;
    await delay(25);
  }
  throw new Error(`Cannot start: ${url} did not answer 200 within ${READY_WITHIN_MS} ms\n${output()}`);
}
