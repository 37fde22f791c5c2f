import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { SECRET_KEY } from '../../e2e/support/stack/stack.ts';
import { findPostgres, startPostgres } from '../check/postgres.mjs';
import { openStore, startBenchService } from './bench-service.ts';
import { median } from './kit/statistics.ts';
import type { Row } from './kit/table.ts';

const FEW = 1_000;
/** A million takes the embedded store too long to be filled with: it computes in one thread, without a server's memory. */
const MANY = { embedded: 100_000, PostgreSQL: 1_000_000 };
const LOOKUPS = 1_500;
const GOAL = 1.2;

type StoreName = keyof typeof MANY;
type Filled = Awaited<ReturnType<typeof fill>>;

/** What a lookup and the sweeps take with a long history behind them, beside a short one. */
export async function historyRows(): Promise<Row[]> {
  const rows = await rowsOn('embedded');
  if (findPostgres()) rows.push(...(await rowsOn('PostgreSQL')));
  return rows;
}

async function rowsOn(store: StoreName): Promise<Row[]> {
  const many = Number(process.env['BENCH_PAYMENTS'] ?? MANY[store]);
  const sizes = { few: await fill(store, FEW), many: await fill(store, many) };
  try {
    const lookup = await lookupTimes(sizes);
    const sweep = { few: sizes.few.sweepMs, many: sizes.many.sweepMs };
    const behind = `${many.toLocaleString('en')} / ${FEW.toLocaleString('en')} transactions, ${store}`;
    return [row(`lookup by either id, ${behind}`, lookup), row(`all sweeps, ${behind}`, sweep)];
  } finally {
    await Promise.all([sizes.few.close(), sizes.many.close()]);
  }
}

type Times = { readonly few: number; readonly many: number };

function row(what: string, { few, many }: Times): Row {
  const ratio = many / few;
  const measured = `${ratio.toFixed(2)} (${many.toFixed(2)} / ${few.toFixed(2)} ms)`;
  return { what, measured, goal: `<= ${GOAL}`, reached: ratio <= GOAL };
}

/** A store of its own with so many payments that are over. */
async function fill(name: StoreName, payments: number) {
  const server = name === 'PostgreSQL' ? await startPostgres() : undefined;
  const { environment, remove } = openStore(
    server && { DATABASE_URL: server.url, MASTER_KEY: randomBytes(32).toString('base64') },
  );
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['dist/bench/fill-history.js', String(payments)],
    { env: { ...process.env, ...environment, DURABILITY: 'fast', SERVICE_PORT: '0' } },
  );
  const { sweepMs } = JSON.parse(stdout);
  const close = async () => {
    await server?.stop();
    remove();
  };
  return { payments, environment, sweepMs: Number(sweepMs), close };
}

/** Medians, ms, over HTTP, one lookup here and one there in turn. */
async function lookupTimes(sizes: Readonly<Record<keyof Times, Filled>>): Promise<Times> {
  const services = {
    few: await startBenchService(sizes.few.environment),
    many: await startBenchService(sizes.many.environment),
  };
  const times = { few: [] as number[], many: [] as number[] };
  try {
    for (let round = 0; round < LOOKUPS; round += 1) {
      for (const size of ['few', 'many'] as const) {
        times[size].push(await timeLookUp(services[size].url, sizes[size].payments));
      }
    }
  } finally {
    await Promise.all([services.few.stop(), services.many.stop()]);
  }
  return { few: median(times.few), many: median(times.many) };
}

async function timeLookUp(url: string, payments: number): Promise<number> {
  const id = `txn${1 + Math.floor(Math.random() * (payments - 1))}`;
  const start = performance.now();
  const answer = await fetch(`${url}/wallet/api/v1/transactions/${id}`, {
    headers: { secretKey: SECRET_KEY },
  });
  await answer.text();
  if (!answer.ok) throw new Error(`Cannot measure lookups: answered ${answer.status}, wanted 200`);
  return performance.now() - start;
}
