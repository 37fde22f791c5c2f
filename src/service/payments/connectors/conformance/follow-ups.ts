import assert from 'node:assert/strict';
import type { FollowUpQuestion, StartQuestion } from '../../../base/processor/acquirer-question.ts';
import { type Bench, type Case, caseAnywhere, caseWithFake } from './bench.ts';
import { expectEnd, expectOnce, expectReply, referencesOf } from './expectations.ts';
import { callBy, followUpQuestion, startQuestion } from './questions.ts';

export async function approvedStart(bench: Bench, kind: StartQuestion['kind']) {
  const start = startQuestion(bench, { kind });
  const reply = expectReply(await bench.acquirer[kind](start, callBy(bench.fetch)), 'approved');
  return { start, reply };
}

/** Asks, waits for the end, and returns the question. */
async function askToEnd(bench: Bench, question: FollowUpQuestion, as: 'approved' | 'declined' = 'approved') {
  const reply = await bench.acquirer[question.kind](question, callBy(bench.fetch));
  await expectEnd(bench, { reply, references: referencesOf(question), as });
  return question;
}

export const FOLLOW_UPS: readonly Case[] = [
  caseAnywhere('captures an authorisation whole', async (bench) => {
    const paid = await approvedStart(bench, 'authorise');
    const capture = await askToEnd(bench, followUpQuestion(bench, 'capture', paid));
    if (bench.fake) assert.equal(expectOnce(bench.fake, capture.reference).amount, paid.start.amount);
  }),
  caseAnywhere('captures a part', async (bench) => {
    const paid = await approvedStart(bench, 'authorise');
    const capture = await askToEnd(
      bench,
      followUpQuestion(bench, 'capture', { ...paid, change: { amount: 1_000 } }),
    );
    if (bench.fake) assert.equal(expectOnce(bench.fake, capture.reference).amount, 1_000);
  }),
  caseAnywhere(
    'captures a second part where the merchant may, and otherwise refuses before it asks',
    async (bench) => {
      const paid = await approvedStart(bench, 'authorise');
      await askToEnd(bench, followUpQuestion(bench, 'capture', { ...paid, change: { amount: 600 } }));
      const change = { amount: 400, payment: { captured: 600, captures: 1 } };
      const second = followUpQuestion(bench, 'capture', { ...paid, change });
      if (bench.acquirer.supports.severalCaptures(bench.merchantAccount)) {
        await askToEnd(bench, second);
        if (bench.fake) assert.equal(expectOnce(bench.fake, second.reference).amount, 400);
        return;
      }
      expectReply(await bench.acquirer.capture(second, callBy(bench.fetch)), 'refused');
      if (bench.fake) assert.equal(bench.fake.ledger(second.reference).length, 0);
    },
  ),
  caseAnywhere('refunds a sale in two parts', async (bench) => {
    const paid = await approvedStart(bench, 'sale');
    const first = await askToEnd(
      bench,
      followUpQuestion(bench, 'refund', { ...paid, change: { amount: 234 } }),
    );
    const change = { amount: 1_000, payment: { refunded: 234 } };
    const second = await askToEnd(bench, followUpQuestion(bench, 'refund', { ...paid, change }));
    if (!bench.fake) return;
    assert.equal(expectOnce(bench.fake, first.reference).amount, 234);
    assert.equal(expectOnce(bench.fake, second.reference).amount, 1_000);
  }),
  caseWithFake('never gives back more than was taken', async (bench, fake) => {
    const paid = await approvedStart(bench, 'sale');
    const question = followUpQuestion(bench, 'refund', {
      ...paid,
      change: { amount: paid.start.amount + 1 },
    });
    const reply = await bench.acquirer.refund(question, callBy(bench.fetch));
    if (reply.kind === 'received') await fake.endPending();
    const given = fake.ledger(question.reference).filter(({ status }) => status === 'approved');
    assert.equal(given.length, 0);
    assert(reply.kind !== 'approved' && reply.kind !== 'unknown', `found ${reply.kind}`);
  }),
  caseAnywhere('cancels an authorisation', async (bench) => {
    const paid = await approvedStart(bench, 'authorise');
    const cancel = await askToEnd(bench, followUpQuestion(bench, 'cancel', paid));
    if (bench.fake) assert.equal(expectOnce(bench.fake, cancel.reference).status, 'approved');
  }),
  caseAnywhere('cancels a sale whole', async (bench) => {
    const paid = await approvedStart(bench, 'sale');
    await askToEnd(bench, followUpQuestion(bench, 'cancel', paid));
  }),
  caseAnywhere('cancels a capture that is named, or refuses before it asks', async (bench) => {
    const paid = await approvedStart(bench, 'authorise');
    const capture = followUpQuestion(bench, 'capture', { ...paid, change: { amount: 600 } });
    const reply = await bench.acquirer.capture(capture, callBy(bench.fetch));
    await expectEnd(bench, { reply, references: referencesOf(capture) });
    assert('processorReference' in reply && reply.processorReference !== undefined);
    const of = { reference: capture.reference, processorReference: reply.processorReference };
    const change = { amount: 600, of, payment: { captured: 600, captures: 1 } };
    const cancel = followUpQuestion(bench, 'cancel', { ...paid, change });
    if (bench.acquirer.supports.cancelOfCapture) {
      await askToEnd(bench, cancel);
      return;
    }
    const refusal = expectReply(await bench.acquirer.cancel(cancel, callBy(bench.fetch)), 'refused');
    assert.equal(refusal.code, 'use_refund');
    if (bench.fake) assert.equal(bench.fake.ledger(cancel.reference).length, 0);
  }),
  caseWithFake(
    'tells of a follow-up that ends badly',
    async (bench, fake) => {
      const paid = await approvedStart(bench, 'authorise');
      fake.letNextFail();
      await askToEnd(bench, followUpQuestion(bench, 'capture', paid), 'declined');
    },
    ({ acquirer, merchantAccount }) => acquirer.isAsynchronous('capture', merchantAccount),
  ),
];
