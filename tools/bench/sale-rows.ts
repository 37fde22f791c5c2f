import { randomBytes } from 'node:crypto';
import { findPostgres, startPostgres } from '../check/postgres.mjs';
import { openStore, startBenchService } from './bench-service.ts';
import { median } from './kit/statistics.ts';
import type { Row } from './kit/table.ts';
import {
  authoriseAndCharge,
  bareCommit,
  bareRead,
  bareSale,
  type Load,
  load,
  lookUp,
  sell,
  sellAskingTheBank,
  type Work,
} from './merchant-load.ts';

const ROUNDS = 3;
/** Of the two commits of a bare SALE. */
const GOALS = { embedded: 0.6, PostgreSQL: 0.45 };
const P99_GOAL_MS = 80;

type StoreName = keyof typeof GOALS;

/**
 * What a merchant's backend asks for, beside a server that commits four inserts, makes a SALE's two commits around its
 * question, or reads once, per request: the same HTTP server on the same engine, in turn.
 */
export async function saleRows(): Promise<Row[]> {
  const rows = await rowsOn('embedded', {});
  if (!findPostgres()) return rows;
  const server = await startPostgres();
  try {
    const key = randomBytes(32).toString('base64');
    return [...rows, ...(await rowsOn('PostgreSQL', { DATABASE_URL: server.url, MASTER_KEY: key }))];
  } finally {
    await server.stop();
  }
}

async function rowsOn(store: StoreName, settings: Record<string, string>): Promise<Row[]> {
  const stores = [openStore(settings), openStore(settings)] as const;
  const service = await startBenchService(stores[0].environment);
  const bare = await startBenchService(stores[1].environment, 'dist/bench/bare-commits.js');
  const urls = { own: service.url, bare: bare.url };
  try {
    const sale = await sideBySide(urls, { own: sell, bare: bareSale });
    const saleOverFour = await sideBySide(urls, { own: sell, bare: bareCommit });
    const goal = { ratio: GOALS[store], p99: P99_GOAL_MS };
    const pair = await sideBySide(urls, { own: authoriseAndCharge, bare: bareCommit });
    const asking = await sideBySide(urls, { own: sellAskingTheBank(service.issuerUrl), bare: bareCommit });
    const lookup = await sideBySide(urls, { own: await lookUp(urls.own), bare: bareRead });
    return [
      row(`SALE over HTTP, ${store} / its two commits and question alone`, sale, goal),
      row(`SALE over HTTP, ${store} / bare commit`, saleOverFour),
      row(`AUTH and CHARGE over HTTP, ${store} / bare commit`, pair),
      row(`SALE_3DS until the bank has answered, ${store} / bare commit`, asking),
      row(`lookup over HTTP, ${store} / bare read`, lookup),
    ];
  } finally {
    await Promise.all([service.stop(), bare.stop()]);
    for (const { remove } of stores) remove();
  }
}

type Sides<Of> = { readonly own: Of; readonly bare: Of };

/** Medians of rounds taken in turn, after one in which both are compiled: a server's first seconds under load are not what it does. */
async function sideBySide(urls: Sides<string>, work: Sides<Work>): Promise<Sides<Load>> {
  const rounds: Sides<Load>[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const own = await load([urls.own], work.own);
    const bare = await load([urls.bare], work.bare);
    if (round > 0) rounds.push({ own, bare });
  }
  const middle = (side: keyof Sides<Load>) => ({
    perSecond: median(rounds.map((round) => round[side].perSecond)),
    p50: median(rounds.map((round) => round[side].p50)),
    p99: median(rounds.map((round) => round[side].p99)),
  });
  return { own: middle('own'), bare: middle('bare') };
}

type Goal = { readonly ratio: number; readonly p99: number };

function row(what: string, { own, bare }: Sides<Load>, goal?: Goal): Row {
  const ratio = own.perSecond / bare.perSecond;
  const rates = `${own.perSecond.toFixed(0)} / ${bare.perSecond.toFixed(0)} per s`;
  const times = `p50 ${own.p50.toFixed(0)}, p99 ${own.p99.toFixed(0)} ms`;
  return {
    what,
    measured: `${ratio.toFixed(2)} (${rates}; ${times})`,
    goal: goal ? `>= ${goal.ratio}, p99 < ${goal.p99} ms` : 'none',
    reached: goal === undefined || (ratio >= goal.ratio && own.p99 < goal.p99),
  };
}
