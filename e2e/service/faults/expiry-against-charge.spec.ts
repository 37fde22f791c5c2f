import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { proofSize, proofSizes } from '../../../tools/check/proof-sizes.ts';
import { keepProof } from '../../../tools/check/proofs/proof-rows.ts';
import { askAdmin } from '../../support/stack/admin-client.ts';
import { lookUp } from '../../support/stack/service-client.ts';
import { anyOf, followUp, send, start, transactionIdOf } from './merchant.ts';
import { type Services, startServices, stores } from './stores.ts';

const AT_ONCE = 64;
const WEEK_SECONDS = 7 * 86_400;
/** The clock goes ten years ahead and no further. */
const ROUNDS_OF_A_STORE = 400;
/** Until the other side has won once, wherever the edge is on this machine; and then about it. */
const STRIDE_MS = 80;
const STEP_MS = 8;

for (const store of stores) {
  test(`on ${store} an authorisation is captured once before its end, or never`, {
    tag: '@prove',
  }, async () => {
    const rounds = proofSize('expiryRaces');
    test.setTimeout(60_000 + rounds * 15_000);
    const services = await startServices(store);
    const faults: string[] = [];
    let [captured, unavailable, headStart, step] = [0, 0, 0, STRIDE_MS];
    try {
      for (let round = 0; round < rounds; round += 1) {
        if (round % ROUNDS_OF_A_STORE === 0) await moveClocks(services, '/api/reset', {});
        const outcome = await run(services, headStart);
        faults.push(...outcome.faults);
        captured += outcome.captured ? 1 : 0;
        if (captured > 0 && captured <= round) step = STEP_MS;
        // Towards the edge, where either may win.
        headStart += Math.random() * (outcome.captured ? -step : step);
        unavailable += outcome.unavailable;
      }
    } finally {
      await services.stop();
    }
    keepProof({
      what: `${proofSizes.expiryRaces.what}, ${store}`,
      measured: `${rounds} rounds, ${captured} captured, ${rounds - captured} expired, ${unavailable} answers 503, ${faults.length} violations`,
      goal: 'one whole success or none, 0 violations',
      reached: faults.length === 0,
    });
    expect(faults).toEqual([]);
    expect(captured, 'rounds that a CHARGE won').toBeGreaterThan(0);
    expect(rounds - captured, 'rounds that the end won').toBeGreaterThan(0);
  });
}

/** `headStart`: milliseconds by which the CHARGEs are sent before the clock moves; below 0 the clock is first. */
async function run(services: Services, headStart: number) {
  const { processes } = services;
  const id = transactionIdOf(await send(anyOf(processes).url, start('AUTH', '100.00')));
  const charge = (_: unknown, index: number) =>
    send(processes[index % processes.length]?.url ?? '', followUp('CHARGE', id, '100.00'));
  const charged = delay(-headStart).then(() => Promise.all(Array.from({ length: AT_ONCE }, charge)));
  await delay(headStart);
  await moveClocks(services, '/api/clock', { advance_seconds: WEEK_SECONDS });
  const replies = await charged;
  const { sandbox } = await lookUp(anyOf(processes).url, id);
  const late = await send(anyOf(processes).url, followUp('CHARGE', id, '100.00'));

  const won = replies.filter(({ status }) => status === 200).length;
  // 503 says that nothing was done: it is counted, not a violation.
  const strange = [...replies, late].filter(({ status }) => ![200, 409, 422, 503].includes(status));
  const unavailable = [...replies, late].filter(({ status }) => status === 503).length;
  const expected = won === 1 ? ['CAPTURED', '100.00'] : ['EXPIRED', '0.00'];
  const found = [sandbox.payment_state, sandbox.captured];
  const faults = [
    ...(won > 1 ? [`${won} whole successes`] : []),
    ...(String(found) === String(expected) ? [] : [`${won} successes and then ${found}`]),
    ...(sandbox.remaining === '0.00' ? [] : [`${sandbox.remaining} remain`]),
    ...(late.status === 200 ? ['captured after the end'] : []),
    ...strange.map(({ status, text }) => `${status} ${text.slice(0, 200)}`),
  ];
  return { faults, unavailable, captured: won === 1 };
}

/** One process moves it; asking the others makes them look. */
async function moveClocks({ processes }: Services, path: string, body: object) {
  await askAdmin(anyOf(processes).inspectorUrl, path, body);
  await Promise.all(processes.map(({ inspectorUrl }) => askAdmin(inspectorUrl, '/api/clock')));
}
