import assert from 'node:assert/strict';
import type { Reply } from '../../../base/processor/acquirer.ts';
import type { BrowserData } from '../../../base/processor/acquirer-question.ts';
import { type Bench, type Case, caseWithFake, type Fake } from './bench.ts';
import { expectOnce, expectReply } from './expectations.ts';
import { callBy, freshIds, startQuestion } from './questions.ts';

const browser: BrowserData = {
  acceptHeader: 'text/html',
  colorDepth: 24,
  javaEnabled: false,
  javaScriptEnabled: true,
  language: 'en-GB',
  screenHeight: 900,
  screenWidth: 1_440,
  timeZoneOffset: -60,
  userAgent: 'Mozilla/5.0',
};

async function startAtBank(bench: Bench) {
  const { demanding } = bench.cards;
  assert(demanding);
  const question = startQuestion(bench, {
    kind: 'sale',
    card: demanding,
    amount: 1_000,
    currency: 'GBP',
    authentication: { kind: 'wanted', returnUrl: 'https://wallet.example/return?box=1', browser },
  });
  const reply = expectReply(await bench.acquirer.sale(question, callBy(bench.fetch)), 'redirect');
  assert(URL.canParse(reply.url));
  return { question, reply };
}

async function complete(
  bench: Bench,
  { start, redirect, returned }: { start: string; redirect: Reply; returned: Record<string, string> },
) {
  const processorReference = redirect.kind === 'redirect' ? redirect.processorReference : undefined;
  const question = {
    kind: 'completion',
    ...freshIds(bench),
    amount: 1_000,
    currency: 'GBP',
    payment: { reference: start, processorReference },
    returned,
  } as const;
  const ask = () => bench.acquirer.completeAuthentication(question, callBy(bench.fetch));
  return { reply: await ask(), ask };
}

function expectNothingHeld(fake: Fake, reference: string) {
  const held = fake.ledger(reference).filter(({ status }) => status === 'approved');
  assert.equal(held.length, 0, 'found money held, wanted none');
}

const ofDemanding = (name: string, run: (bench: Bench, fake: Fake) => Promise<void>) =>
  caseWithFake(name, run, ({ cards }) => cards.demanding !== undefined);

export const AUTHENTICATIONS: readonly Case[] = [
  ofDemanding('leads to the bank, and is approved once the shopper has passed', async (bench, fake) => {
    const { question, reply } = await startAtBank(bench);
    expectNothingHeld(fake, question.reference);
    const returned = await fake.answerBank(reply, true);
    const completion = await complete(bench, { start: question.reference, redirect: reply, returned });
    const end = expectReply(completion.reply, 'approved');
    assert.deepEqual(expectReply(await completion.ask(), 'approved'), end);
    assert.equal(expectOnce(fake, question.reference).status, 'approved');
  }),
  ofDemanding('is declined where the shopper fails at the bank, and holds nothing', async (bench, fake) => {
    const { question, reply } = await startAtBank(bench);
    const returned = await fake.answerBank(reply, false);
    const completion = await complete(bench, { start: question.reference, redirect: reply, returned });
    expectReply(completion.reply, 'declined');
    expectNothingHeld(fake, question.reference);
  }),
  ofDemanding(
    'says authentication_required where nobody is to authenticate, and holds nothing',
    async (bench, fake) => {
      const card = bench.cards.demanding ?? bench.cards.approved;
      const question = startQuestion(bench, { kind: 'sale', card, amount: 1_000, currency: 'GBP' });
      const reply = expectReply(await bench.acquirer.sale(question, callBy(bench.fetch)), 'declined');
      assert.equal(reply.declineCode, 'authentication_required');
      expectNothingHeld(fake, question.reference);
    },
  ),
  ofDemanding('takes the result of an authentication that was made elsewhere', async (bench, fake) => {
    const card = bench.cards.demanding ?? bench.cards.approved;
    const question = startQuestion(bench, {
      card,
      amount: 1_000,
      currency: 'GBP',
      authentication: {
        kind: 'done',
        result: {
          transStatus: 'Y',
          version: '2.2.0',
          eci: '05',
          cavv: 'AAABBIIFmAAAAAAAAAAAAAAAAAA=',
          dsTransactionId: 'c4e59ceb-a382-4d6a-bc87-385d591fa09d',
        },
      },
    });
    expectReply(await bench.acquirer.authorise(question, callBy(bench.fetch)), 'approved');
    assert.equal(expectOnce(fake, question.reference).status, 'approved');
  }),
];
