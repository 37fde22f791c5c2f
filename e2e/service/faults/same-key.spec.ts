import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { proofSize, proofSizes } from '../../../tools/check/proof-sizes.ts';
import { keepProof } from '../../../tools/check/proofs/proof-rows.ts';
import {
  anyOf,
  followUp,
  isKeyInUse,
  lookUpEnded,
  send,
  sendUntilAnswered,
  start,
  transactionIdOf,
} from './merchant.ts';
import { type Services, startServices, stores } from './stores.ts';

const AT_ONCE = 32;

for (const store of stores) {
  test(`on ${store} ${AT_ONCE} identical requests have one effect and one answer, with a kill in between`, {
    tag: '@prove',
  }, async () => {
    const rounds = proofSize('repeats');
    test.setTimeout(60_000 + rounds * 45_000);
    const services = await startServices(store);
    const faults: string[] = [];
    let cut = 0;
    try {
      for (let round = 0; round < rounds; round += 1) {
        const outcome = await run(services);
        faults.push(...outcome.faults);
        cut += outcome.cut;
      }
    } finally {
      await services.stop();
    }
    keepProof({
      what: `${proofSizes.repeats.what}, ${store}`,
      measured: `${rounds} rounds, ${cut} requests cut off, ${faults.length} violations`,
      goal: 'one effect, identical bytes, others 409',
      reached: faults.length === 0,
    });
    expect(faults).toEqual([]);
    expect(cut).toBeGreaterThan(0);
  });
}

async function run({ processes }: Services) {
  const id = transactionIdOf(await sendUntilAnswered(anyOf(processes).url, start('AUTH', '20.00')));
  const request = followUp('CHARGE', id, '6.00');
  const victim = anyOf(processes);
  let answered = 0;
  const sent = Array.from({ length: AT_ONCE }, async (_, index) => {
    const reply = await send(processes[index % processes.length]?.url ?? '', request).catch(() => undefined);
    answered += 1;
    return reply;
  });
  const killedAfter = Math.floor(Math.random() * AT_ONCE);
  while (answered < killedAfter) await delay(1);
  await victim.stop('SIGKILL');
  const replies = await Promise.all(sent);
  await victim.start();
  const last = await sendUntilAnswered(victim.url, request);
  const found = await lookUpEnded(victim.url, id);

  const answers = [...replies, last].filter((reply) => reply?.status === 200);
  const bytes = new Set(answers.map((reply) => reply?.text));
  const firsts = answers.filter((reply) => reply?.isReplay === false);
  const others = replies.filter((reply) => reply && reply.status !== 200 && !isKeyInUse(reply));
  const faults = [
    ...(last.status === 200 ? [] : [`at last ${last.status} ${last.text.slice(0, 200)}`]),
    ...(bytes.size === 1 ? [] : [`${bytes.size} different answers`]),
    ...(firsts.length <= 1 ? [] : [`${firsts.length} answers that are no replay`]),
    ...(found?.sandbox.captured === '6.00' ? [] : [`captured ${found?.sandbox.captured}`]),
    ...others.map((reply) => `${reply?.status} ${reply?.text.slice(0, 200)}`),
  ];
  return { faults, cut: replies.filter((reply) => reply === undefined).length };
}
