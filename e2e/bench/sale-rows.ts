import { Agent, request } from 'node:http';
import { MERCHANT_ID, SECRET_KEY } from '../stack/stack.ts';
import { openStore, startBenchService } from './bench-service.ts';
import type { Row } from './table.ts';

const CLIENTS = 32;
const WARM_UP_MS = 2_000;
const MEASURED_MS = Number(process.env['BENCH_SALE_MS'] ?? 6_000);
const GOAL = 0.6;

const sale = new URLSearchParams({
  method: 'SALE',
  ccToken: 'tok_sandbox_4242424242424242',
  amount: '12.34',
  currency: 'EUR',
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
  const { environment, remove } = openStore();
  const service = await startBenchService(environment, script);
  try {
    return await salesPerSecond([service.url]);
  } finally {
    await service.stop();
    remove();
  }
}

/** Of services that stand and share the clients, warmed up first. */
export async function salesPerSecond(urls: readonly string[]): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  try {
    await sellFor(WARM_UP_MS, { urls, agent });
    return ((await sellFor(MEASURED_MS, { urls, agent })) * 1000) / MEASURED_MS;
  } finally {
    agent.destroy();
  }
}

type Target = { readonly urls: readonly string[]; readonly agent: Agent };

/** How many were answered within the time. */
async function sellFor(milliseconds: number, { urls, agent }: Target): Promise<number> {
  const until = performance.now() + milliseconds;
  let sold = 0;
  const client = async (number: number) => {
    const url = urls[number % urls.length] ?? '';
    while (performance.now() < until) {
      await sell({ url, agent });
      sold += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  return sold;
}

function sell({ url, agent }: { url: string; agent: Agent }): Promise<void> {
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
