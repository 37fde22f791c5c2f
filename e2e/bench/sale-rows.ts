import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, MERCHANT_ID, program, SECRET_KEY } from '../stack.ts';
import type { Row } from './table.ts';

const CLIENTS = 16;
const WARM_UP_MS = 2_000;
const MEASURED_MS = Number(process.env['BENCH_SALE_MS'] ?? 6_000);
const GOAL = 0.6;

const sale = new URLSearchParams({
  ...{ method: 'SALE', ccToken: 'tok_sandbox_4242424242424242', amount: '12.34', currency: 'EUR' },
  merchant_id: String(MERCHANT_ID),
}).toString();

/** P10: SALE on the embedded store, beside one durable insert per request on the same engine behind the same server. */
export async function saleRows(): Promise<Row[]> {
  const bare = await rateOf('dist/service/bare-commits.js');
  const sales = await rateOf('dist/service/main.js');
  const ratio = sales / bare;
  return [
    {
      id: 'P10',
      what: 'SALE over HTTP, embedded store / bare durable commits',
      measured: `${ratio.toFixed(2)} (${sales.toFixed(0)} / ${bare.toFixed(0)} per s)`,
      goal: `>= ${GOAL}`,
      reached: ratio >= GOAL,
    },
  ];
}

/** Requests per second, on an empty store of its own. */
async function rateOf(script: string): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'wallet-bench-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const ports = {
    SERVICE_PORT: `${port}`,
    ISSUER_PORT: `${await freePort()}`,
    INSPECTOR_PORT: `${await freePort()}`,
  };
  const environment = { ...ports, DATA_DIR: dataDir, BASE_URL: url, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  const service = program(script, environment, `${url}/readyz`);
  await service.start();
  try {
    return await salesPerSecond(url);
  } finally {
    await service.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Of a service that stands, warmed up first. */
export async function salesPerSecond(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  try {
    await sellFor(WARM_UP_MS, { url, agent });
    return ((await sellFor(MEASURED_MS, { url, agent })) * 1000) / MEASURED_MS;
  } finally {
    agent.destroy();
  }
}

type Target = { readonly url: string; readonly agent: Agent };

/** How many were answered within the time. */
async function sellFor(milliseconds: number, target: Target): Promise<number> {
  const until = performance.now() + milliseconds;
  let sold = 0;
  const client = async () => {
    while (performance.now() < until) {
      await sell(target);
      sold += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return sold;
}

function sell({ url, agent }: Target): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      secretKey: SECRET_KEY,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': sale.length,
    };
    const sending = request(`${url}/wallet/api/v1/billing`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      if (answer.statusCode === 200) answer.once('end', resolve);
      else reject(new Error(`Cannot measure sales: answered ${answer.statusCode}`));
    });
    sending.once('error', reject);
    sending.end(sale);
  });
}
