import { randomBytes } from 'node:crypto';
import { findPostgres, startPostgres } from '../check/postgres.mjs';
import { openStore, startBenchService } from './bench-service.ts';
import type { Row } from './kit/table.ts';
import { salesPerSecond } from './merchant-load.ts';

const ROUNDS = 3;
const GOAL = 1.6;

/** SALE on PostgreSQL with two service processes beside one; database and clients are on the same processors. */
export async function processRows(): Promise<Row[]> {
  if (!findPostgres()) return [row('not measured: found no PostgreSQL', Number.NaN)];
  const server = await startPostgres();
  const { environment, remove } = openStore({
    DATABASE_URL: server.url,
    MASTER_KEY: randomBytes(32).toString('base64'),
  });
  const services = [await startBenchService(environment), await startBenchService(environment)];
  const urls = services.map(({ url }) => url);
  try {
    const rates = { one: 0, two: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.one += (await salesPerSecond(urls.slice(0, 1))) / ROUNDS;
      rates.two += (await salesPerSecond(urls)) / ROUNDS;
    }
    const ratio = rates.two / rates.one;
    const measured = `${ratio.toFixed(2)} (${rates.two.toFixed(0)} / ${rates.one.toFixed(0)} per s)`;
    return [row(measured, ratio)];
  } finally {
    await Promise.all(services.map(({ stop }) => stop()));
    await server.stop();
    remove();
  }
}

function row(measured: string, ratio: number): Row {
  const what = 'SALE over HTTP, PostgreSQL, 2 service processes / 1';
  return { what, measured, goal: `>= ${GOAL}`, reached: ratio >= GOAL };
}
