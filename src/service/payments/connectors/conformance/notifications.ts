import assert from 'node:assert/strict';
import type { RawNotification } from '../../../base/processor/acquirer.ts';
import { type Bench, type Case, caseWithFake, type Fake } from './bench.ts';
import { readAll } from './expectations.ts';
import { approvedStart } from './follow-ups.ts';
import { callBy, followUpQuestion } from './questions.ts';

/** What a merchant's three refunds are told by. */
async function threeRefunds(bench: Bench, fake: Fake) {
  const paid = await approvedStart(bench, 'sale');
  const references: string[] = [];
  for (const amount of [200, 200, 300]) {
    const refund = followUpQuestion(bench, 'refund', { ...paid, change: { amount } });
    references.push(refund.reference);
    await bench.acquirer.refund(refund, callBy(bench.fetch));
  }
  return { references, raws: await fake.endPending() };
}

const ofAsynchronous = (
  name: string,
  run: (options: {
    bench: Bench;
    fake: Fake;
    raws: readonly RawNotification[];
    references: string[];
  }) => void,
) =>
  caseWithFake(
    name,
    async (bench, fake) => run({ bench, fake, ...(await threeRefunds(bench, fake)) }),
    ({ acquirer, merchantAccount }) => acquirer.isAsynchronous('refund', merchantAccount),
  );

function firstRefund(bench: Bench, raws: readonly RawNotification[]): RawNotification {
  const raw = raws.find((each) => readAll(bench, each).every(({ kind }) => kind === 'refund'));
  assert(raw, 'found no notification of a refund');
  return raw;
}

export const NOTIFICATIONS: readonly Case[] = [
  ofAsynchronous(
    'names each operation in its notification, whatever order they come in',
    ({ bench, raws, references }) => {
      const read = raws.toReversed().flatMap((raw) => readAll(bench, raw));
      const refunds = read.filter(({ kind }) => kind === 'refund');
      assert.deepEqual(refunds.map(({ reference }) => reference).sort(), references.toSorted());
      assert.equal(
        new Set(refunds.map(({ processorReference }) => processorReference)).size,
        references.length,
      );
      assert.deepEqual(refunds.map(({ amount }) => amount).sort(), [200, 200, 300]);
    },
  ),
  ofAsynchronous('gives a doubled notification the same id, and others another', ({ bench, raws }) => {
    const ids = [...raws, ...raws].flatMap((raw) => readAll(bench, raw)).map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length / 2);
  }),
  ofAsynchronous('refuses a notification that was changed on its way', ({ bench, raws }) => {
    const raw = firstRefund(bench, raws);
    const text = Buffer.from(raw.body).toString('utf8');
    for (const [from, to] of [
      ['200', '900'],
      ['"EUR"', '"USD"'],
      [bench.merchantAccount, 'Another'],
    ] as const) {
      assert(text.includes(from), `found no ${from} in the notification`);
      const reading = bench.acquirer.readNotification({
        ...raw,
        body: Buffer.from(text.replaceAll(from, to)),
      });
      assert.deepEqual([reading.ok, !reading.ok && reading.status], [false, 401]);
    }
  }),
  ofAsynchronous('refuses what is no notification', ({ bench, raws }) => {
    const raw = firstRefund(bench, raws);
    for (const body of ['', '{}', 'null', '[]', '{"notificationItems":[]}', '\u0000']) {
      assert.equal(bench.acquirer.readNotification({ ...raw, body: Buffer.from(body) }).ok, false, body);
    }
    assert.equal(bench.acquirer.readNotification({ headers: {}, body: Buffer.from('{}') }).ok, false);
  }),
  ofAsynchronous(
    'reads what is signed but of another merchant account, and says of which',
    ({ bench, fake, raws }) => {
      const [read] = readAll(
        bench,
        fake.signedFor(firstRefund(bench, raws), { merchantAccount: 'AnotherShop' }),
      );
      assert.equal(read?.merchantAccount, 'AnotherShop');
    },
  ),
  ofAsynchronous('reads what is signed but of the live system, and says so', ({ bench, fake, raws }) => {
    const own = readAll(bench, firstRefund(bench, raws))[0]?.isLive;
    const [read] = readAll(bench, fake.signedFor(firstRefund(bench, raws), { isLive: true }));
    assert.deepEqual([own, read?.isLive], [false, true]);
  }),
];
