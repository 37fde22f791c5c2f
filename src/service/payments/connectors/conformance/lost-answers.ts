import assert from 'node:assert/strict';
import type { Acquirer, Reply } from '../../../base/processor/acquirer.ts';
import {
  type AcquirerQuestion,
  FOLLOW_UP_KINDS,
  START_KINDS,
} from '../../../base/processor/acquirer-question.ts';
import { type Bench, type Case, caseWithFake, type Fake } from './bench.ts';
import { expectEnd, expectOnce, expectReply, referencesOf } from './expectations.ts';
import { faultOnce, type NetworkFault } from './faulty-fetch.ts';
import { approvedStart } from './follow-ups.ts';
import { callBy, followUpQuestion, startQuestion } from './questions.ts';

const VERBS = [...START_KINDS, ...FOLLOW_UP_KINDS];
type Verb = (typeof VERBS)[number];

/** A question of the verb that can be asked now, and how to ask it. */
async function prepare(bench: Bench, verb: Verb) {
  if (verb === 'authorise' || verb === 'sale') {
    const question = startQuestion(bench, { kind: verb });
    return {
      question,
      ask: (fetch: Bench['fetch'], signal?: AbortSignal) =>
        bench.acquirer[verb](question, callBy(fetch, signal)),
    };
  }
  const paid = await approvedStart(bench, verb === 'refund' ? 'sale' : 'authorise');
  const question = followUpQuestion(bench, verb, paid);
  return {
    question,
    ask: (fetch: Bench['fetch'], signal?: AbortSignal) =>
      bench.acquirer[verb](question, callBy(fetch, signal)),
  };
}

async function expectSettled(
  bench: Bench,
  fake: Fake,
  { question, reply }: { question: AcquirerQuestion; reply: Reply },
) {
  await expectEnd(bench, { reply, references: referencesOf(question) });
  assert.equal(expectOnce(fake, question.reference).status, 'approved');
}

/** How each fault of a network is told, and whether the acquirer has acted by then. */
const FAULTS: readonly { fault: NetworkFault; told: Reply['kind']; acted: boolean; text: string }[] = [
  { fault: 'lostBefore', told: 'unknown', acted: false, text: 'breaks before it acts' },
  { fault: 'lostAfter', told: 'unknown', acted: true, text: 'breaks after it acted' },
  { fault: 'errorAfter', told: 'unknown', acted: true, text: 'answers 502 after it acted' },
  { fault: 'brokenAnswerAfter', told: 'unknown', acted: true, text: 'answers half a body after it acted' },
  { fault: 'hangsAfter', told: 'unknown', acted: true, text: 'never answers after it acted' },
  { fault: 'refusedConnection', told: 'notSent', acted: false, text: 'refuses the connection' },
];

const ofFault = (verb: Verb, { fault, told, acted, text }: (typeof FAULTS)[number]) =>
  caseWithFake(
    `${verb}: says "${told}" where a peer ${text}, and moves money once in all`,
    async (bench, fake) => {
      const { question, ask } = await prepare(bench, verb);
      const caller = new AbortController();
      // The caller waits until then, and no longer.
      const faulty = faultOnce(bench.fetch, fault, () => caller.abort());
      expectReply(await ask(faulty, caller.signal), told);
      assert.equal(fake.ledger(question.reference).length, acted ? 1 : 0);
      const reply = await ask(bench.fetch);
      await expectSettled(bench, fake, { question, reply });
    },
  );

const ofDoubling = (verb: Verb) =>
  caseWithFake(`${verb}: moves money once where the network doubles the question`, async (bench, fake) => {
    const { question, ask } = await prepare(bench, verb);
    const reply = await ask(faultOnce(bench.fetch, 'doubled'));
    await expectSettled(bench, fake, { question, reply });
  });

const ofRepetition = (verb: Verb) =>
  caseWithFake(`${verb}: answers the same under the same key, whenever it is asked`, async (bench, fake) => {
    const { question, ask } = await prepare(bench, verb);
    const first = await ask(bench.fetch);
    assert.deepEqual(await ask(bench.fetch), first);
    await expectEnd(bench, { reply: first, references: referencesOf(question) });
    const replies = await Promise.all([ask(bench.fetch), ask(bench.fetch)]);
    for (const reply of replies) assert(reply.kind !== 'declined' && reply.kind !== 'refused');
    assert.equal(expectOnce(fake, question.reference).status, 'approved');
  });

async function findAgain(acquirer: Acquirer, bench: Bench, reference: string) {
  assert(acquirer.find);
  return acquirer.find({ reference, merchantAccount: bench.merchantAccount }, callBy(bench.fetch));
}

const KEYS: readonly Case[] = [
  caseWithFake('asks again later where the key is being worked on', async (bench, fake) => {
    const { question, ask } = await prepare(bench, 'sale');
    fake.answerInProgress();
    const reply = expectReply(await ask(bench.fetch), 'inProgress');
    assert(reply.retryAfterMs > 0);
    await expectSettled(bench, fake, { question, reply: await ask(bench.fetch) });
  }),
  caseWithFake('does not take a code that no document names for a decline', async (bench, fake) => {
    const { question, ask } = await prepare(bench, 'authorise');
    fake.answerUnknownCode();
    expectReply(await ask(bench.fetch), 'unknown');
    assert.equal(expectOnce(fake, question.reference).status, 'approved');
  }),
  caseWithFake('never moves money for another body under the same key', async (bench, fake) => {
    const { question, ask } = await prepare(bench, 'sale');
    expectReply(await ask(bench.fetch), 'approved');
    const other = { ...startQuestion(bench, { kind: 'sale', amount: 9_999 }), key: question.key };
    const reply = await bench.acquirer.sale(other, callBy(bench.fetch));
    assert.equal(fake.ledger(other.reference).length, 0);
    assert(reply.kind !== 'approved' && reply.kind !== 'received', `found ${reply.kind}`);
  }),
  caseWithFake(
    'finds a lost answer by our reference once the key is forgotten, or frees the money by it',
    async (bench, fake) => {
      const { acquirer } = bench;
      const { question, ask } = await prepare(bench, 'authorise');
      expectReply(await ask(faultOnce(bench.fetch, 'lostAfter')), 'unknown');
      fake.forgetKeys();
      if (acquirer.find) {
        const found = await findAgain(acquirer, bench, question.reference);
        assert.equal(found.kind, 'approved');
        return;
      }
      assert(acquirer.supports.cancelByReference, 'found neither `find` nor a cancel by reference');
      const start = startQuestion(bench);
      const cancel = followUpQuestion(bench, 'cancel', {
        start,
        reply: { kind: 'unknown', reason: '' },
        change: { payment: { reference: question.reference } },
      });
      const reply = await acquirer.cancel(cancel, callBy(bench.fetch));
      await expectSettled(bench, fake, { question: cancel, reply });
    },
  ),
  caseWithFake(
    'says that it never acted on a reference',
    async (bench) => {
      const found = await findAgain(bench.acquirer, bench, startQuestion(bench).reference);
      assert.equal(found.kind, 'absent');
    },
    ({ acquirer }) => acquirer.find !== undefined,
  ),
  caseWithFake('tells how long a key is known', async ({ acquirer }) => {
    assert(acquirer.keyLifeMs >= 60 * 60 * 1_000);
  }),
];

export const LOST_ANSWERS: readonly Case[] = [
  ...VERBS.flatMap((verb) => FAULTS.map((fault) => ofFault(verb, fault))),
  ...VERBS.map(ofDoubling),
  ...VERBS.map(ofRepetition),
  ...KEYS,
];
