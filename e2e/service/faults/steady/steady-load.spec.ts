import { expect, test } from '@playwright/test';
import { percentile } from '../../../../tools/bench/kit/statistics.ts';
import { proofSize, proofSizes } from '../../../../tools/check/proof-sizes.ts';
import { keepProof } from '../../../../tools/check/proofs/proof-rows.ts';
import { lookUp } from '../../../support/stack/service-client.ts';
import { anyOf, send, transactionIdOf } from '../merchant.ts';
import { shopOnce } from '../shopping.ts';
import { type Service, type StoreName, startServices, stores } from '../stores.ts';
import { turnsOf } from './turns.ts';

const CLIENTS = 64;
const WARM_UP_SECONDS = 5;
/** p99 beside p50. */
const GOAL = 5;

for (const store of stores) {
  test(`on ${store} nothing is refused at half of what fills the service, and latencies are even`, {
    tag: '@prove',
  }, async () => {
    const seconds = proofSize('halfLoad');
    test.setTimeout(180_000 + seconds * 5_000);
    const most = await shopOnFresh(store, seconds);
    const half = await shopOnFresh(store, seconds, most.perSecond / 2);
    expect([...most.refusals, ...half.refusals]).toEqual([]);
    const sale = spreadOf(half.sales);
    const lookup = spreadOf(half.lookups);
    keepProof({
      what: `${proofSizes.halfLoad.what}, ${store}`,
      measured: `${half.perSecond.toFixed(0)} of ${most.perSecond.toFixed(0)} requests a second; SALE ${sale.text}, lookup ${lookup.text}`,
      goal: `p99 <= ${GOAL} x p50`,
      reached: sale.ratio <= GOAL && lookup.ratio <= GOAL,
    });
  });
}

/** On services of their own: what is left to do after the most they can would be another's load. */
async function shopOnFresh(store: StoreName, seconds: number, perSecond = Number.POSITIVE_INFINITY) {
  const { processes, stop } = await startServices(store);
  try {
    const turn = turnsOf(perSecond).next;
    await shopFor(WARM_UP_SECONDS, processes, turn);
    return await shopFor(seconds, processes, turn);
  } finally {
    await stop();
  }
}

/** Backends that bill and look up, each request in its turn; what SALE and lookup took, ms. */
async function shopFor(seconds: number, processes: readonly Service[], turn: () => Promise<unknown>) {
  const until = performance.now() + seconds * 1_000;
  const sales: number[] = [];
  const lookups: number[] = [];
  const refusals: string[] = [];
  let requests = 0;
  const timed = async <Answer>(ask: () => Promise<Answer>, times: number[]) => {
    await turn();
    const from = performance.now();
    const answer = await ask();
    times.push(performance.now() - from);
    if (performance.now() < until) requests += 1;
    return answer;
  };
  const client = async () => {
    while (performance.now() < until) {
      const { url } = anyOf(processes);
      const id = await shopOnce(async (request) => {
        const times = request.form['method'] === 'SALE' ? sales : [];
        const reply = await timed(() => send(url, request), times);
        if (reply.status !== 200 && reply.status !== 402) refusals.push(`${reply.status} ${reply.text}`);
        return transactionIdOf(reply);
      });
      if (!(await timed(() => lookUp(url, id), lookups))) refusals.push(`${id}: not found`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return { sales, lookups, refusals, perSecond: requests / seconds };
}

function spreadOf(times: readonly number[]) {
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  const ratio = p99 / p50;
  return { ratio, text: `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms (${ratio.toFixed(1)})` };
}
