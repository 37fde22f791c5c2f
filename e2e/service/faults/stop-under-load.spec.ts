import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { proofSize, proofSizes } from '../../../tools/check/proof-sizes.ts';
import { keepProof } from '../../../tools/check/proofs/proof-rows.ts';
import { anyOf, send, start } from './merchant.ts';
import { type Services, startServices, stores } from './stores.ts';

const CLIENTS = 16;
const EXIT_MS = 5_000;

for (const store of stores) {
  test(`on ${store} a stop fails no request under way`, { tag: '@prove' }, async () => {
    const stops = proofSize('stops');
    test.setTimeout(60_000 + stops * 15_000);
    const services = await startServices(store);
    const total = { answered: 0, refused: 0, exitMs: 0 };
    const faults: string[] = [];
    try {
      for (let stop = 0; stop < stops; stop += 1) {
        const round = await billUntilStopped(services);
        total.answered += round.answered;
        total.refused += round.refused;
        total.exitMs = Math.max(total.exitMs, round.exitMs);
        faults.push(...round.faults);
      }
    } finally {
      await services.stop();
    }
    expect.soft(faults).toEqual([]);
    expect(total.refused, 'clients that were told to go').toBeGreaterThan(0);
    expect(total.exitMs).toBeLessThanOrEqual(EXIT_MS);
    keepProof({
      what: `${proofSizes.stops.what}, ${store}`,
      measured: `${stops} stops, ${total.answered} answered, ${total.refused} sent away, ${faults.length} failed, exit within ${total.exitMs} ms`,
      goal: '0 failed, exit <= 5 s',
      reached: faults.length === 0 && total.exitMs <= EXIT_MS,
    });
  });
}

/** Each client goes on until it is told that the service stops, or finds nobody to connect to. */
async function billUntilStopped({ processes }: Services) {
  const victim = anyOf(processes);
  const round = { answered: 0, refused: 0, exitMs: 0, faults: [] as string[] };
  const client = async () => {
    for (;;) {
      const outcome = await tryOnce(victim.url);
      if (outcome === 'answered') {
        round.answered += 1;
        continue;
      }
      if (outcome === 'refused') round.refused += 1;
      if (outcome !== 'refused' && outcome !== 'nobody') round.faults.push(outcome);
      return;
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  while (round.answered < 2 * CLIENTS && round.faults.length === 0) await delay(10);
  await delay(Math.random() * 300);
  const from = performance.now();
  await victim.stop('SIGTERM');
  round.exitMs = Math.round(performance.now() - from);
  await Promise.all(clients);
  await victim.start();
  return round;
}

/** `answered`, `refused` by the stopping service, `nobody` there to connect to; anything else is a fault. */
async function tryOnce(url: string): Promise<string> {
  try {
    const { status, text } = await send(url, start('SALE', '12.34'));
    if (status === 200) return 'answered';
    return text.includes('shutting_down') ? 'refused' : `${status} ${text}`;
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    return code === 'ECONNREFUSED' ? 'nobody' : `${error} ${cause}`;
  }
}
