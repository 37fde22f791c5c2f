import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { findPostgres, startPostgres } from '../check/postgres.mjs';
import { openStore, startBenchService } from './bench-service.ts';
import type { Row } from './kit/table.ts';
import { load, sell } from './merchant-load.ts';

const ACQUIRER_MS = 200;
const OPEN_REQUESTS = 500;
const GOAL = { perSecond: 400, addedP99Ms: 50 };

/**
 * SALEs that wait for an acquirer that takes 200 ms: as many requests as are open at once, then one in ten of them. It is
 * asked over the network and does nothing but wait, so that the figures are those of the service.
 */
export async function slowAcquirerRows(): Promise<Row[]> {
  if (!findPostgres())
    return [row('not measured: found no PostgreSQL', 'SALE, an acquirer of 200 ms', false)];
  const [server, acquirer] = [await startPostgres(), await startSlowAcquirer()];
  const { environment, remove } = openStore({
    DATABASE_URL: server.url,
    MASTER_KEY: randomBytes(32).toString('base64'),
    ACQUIRER_URL: acquirer.url,
  });
  const services = [await startBenchService(environment), await startBenchService(environment)];
  const urls = services.map(({ url }) => url);
  try {
    return [
      await measured(urls.slice(0, 1), OPEN_REQUESTS),
      await measured(urls, OPEN_REQUESTS),
      await measured(urls, OPEN_REQUESTS / 10),
    ];
  } finally {
    await Promise.all(services.map(({ stop }) => stop()));
    await server.stop();
    acquirer.stop();
    remove();
  }
}

async function measured(urls: readonly string[], clients: number): Promise<Row> {
  const { perSecond, p50, p99 } = await load(urls, sell, clients);
  const what = `SALE, an acquirer of 200 ms, ${clients} open, PostgreSQL, ${urls.length} service process(es)`;
  const added = (time: number) => (time - ACQUIRER_MS).toFixed(0);
  const figures = `${perSecond.toFixed(0)} per s; added p50 ${added(p50)}, p99 ${added(p99)} ms`;
  return row(figures, what, perSecond >= GOAL.perSecond && p99 - ACQUIRER_MS < GOAL.addedP99Ms);
}

function row(figures: string, what: string, reached: boolean): Row {
  const goal = `>= ${GOAL.perSecond} per s, added p99 < ${GOAL.addedP99Ms} ms`;
  return { what, measured: figures, goal, reached };
}

/** It approves whatever it is asked, after 200 ms. */
async function startSlowAcquirer() {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    const answer = { outcome: 'approved', processorReference: `slow-${asked}`, authcode: '123456' };
    request.resume();
    setTimeout(() => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    }, ACQUIRER_MS);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}
