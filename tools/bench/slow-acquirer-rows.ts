import { randomBytes } from 'node:crypto';
import { Agent, createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { findPostgres, startPostgres } from '../check/postgres.mjs';
import { openStore, startBenchService } from './bench-service.ts';
import { median, percentile } from './kit/statistics.ts';
import type { Row } from './kit/table.ts';
import { load, sell } from './merchant-load.ts';

const ACQUIRER_MS = 200;
const PER_SECOND = [100, 200, 300, 400];
const SECONDS = 6;
const GOAL = { perSecond: 400, addedP99Ms: 50 };
const WHAT = `SALEs that come steadily, an acquirer of ${ACQUIRER_MS} ms, PostgreSQL, 2 processes`;

/**
 * SALEs that wait for an acquirer that takes 200 ms. It is asked over the network and does nothing but wait. Requests come
 * at a steady rate, whether or not earlier ones are answered; the processors are shared by all programs.
 */
export async function slowAcquirerRows(): Promise<Row[]> {
  if (!findPostgres())
    return [{ what: WHAT, measured: 'not measured: found no PostgreSQL', goal: 'none', reached: false }];
  const [server, acquirer] = [await startPostgres(), await startSlowAcquirer()];
  const { environment, remove } = openStore({
    DATABASE_URL: server.url,
    MASTER_KEY: randomBytes(32).toString('base64'),
    ACQUIRER_URL: acquirer.url,
  });
  const services = [await startBenchService(environment), await startBenchService(environment)];
  const urls = services.map(({ url }) => url);
  try {
    await load(urls, sell);
    const rows: Row[] = [];
    for (const perSecond of PER_SECOND) rows.push(await rowAt(perSecond, urls));
    return rows;
  } finally {
    await Promise.all(services.map(({ stop }) => stop()));
    await server.stop();
    acquirer.stop();
    remove();
  }
}

async function rowAt(perSecond: number, urls: readonly string[]): Promise<Row> {
  const { times, refused, mostOpen } = await sendSteadily(perSecond, urls);
  const added = (time: number) => time - ACQUIRER_MS;
  const p99 = added(percentile(times, 0.99));
  const answered = times.length / SECONDS;
  const figures = `${answered.toFixed(0)} answered, ${refused} refused, at most ${mostOpen} open`;
  return {
    what: `${WHAT}, ${perSecond} a second`,
    measured: `${figures}; added p50 ${added(median(times)).toFixed(0)}, p99 ${p99.toFixed(0)} ms`,
    goal: perSecond === GOAL.perSecond ? `all answered, added p99 < ${GOAL.addedP99Ms} ms` : 'none',
    reached: perSecond !== GOAL.perSecond || (refused === 0 && p99 < GOAL.addedP99Ms),
  };
}

async function sendSteadily(perSecond: number, urls: readonly string[]) {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const sent: Promise<void>[] = [];
  let [refused, open, mostOpen] = [0, 0, 0];
  const send = async (url: string) => {
    const began = performance.now();
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    try {
      await sell({ url, agent });
      times.push(performance.now() - began);
    } catch {
      refused += 1;
    }
    open -= 1;
  };
  const began = performance.now();
  while (sent.length < perSecond * SECONDS) {
    const due = ((performance.now() - began) / 1_000) * perSecond;
    while (sent.length < due) sent.push(send(urls[sent.length % urls.length] ?? ''));
    await delay(2);
  }
  await Promise.all(sent);
  agent.destroy();
  return { times, refused, mostOpen };
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
