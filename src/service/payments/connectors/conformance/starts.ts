import assert from 'node:assert/strict';
import { type Case, caseAnywhere, caseWithFake } from './bench.ts';
import { expectOnce, expectReply } from './expectations.ts';
import { callBy, startQuestion } from './questions.ts';

/** The smallest and largest amounts, and such as floats get wrong. All currencies of the service have two decimals. */
const AMOUNTS = [1, 29, 100, 1_001, 113_999, 99_999_999];

export const STARTS: readonly Case[] = [
  ...(['authorise', 'sale'] as const).map((kind) =>
    caseAnywhere(`approves: ${kind}`, async (bench) => {
      const question = startQuestion(bench, { kind });
      const reply = expectReply(await bench.acquirer[kind](question, callBy(bench.fetch)), 'approved');
      assert.match(reply.processorReference, /^\S+$/);
      assert.equal(typeof reply.authcode, 'string');
      if (bench.fake === undefined) return;
      const { merchantAccount, amount, currency } = question;
      const entry = { kind, merchantAccount, amount, currency, status: 'approved' };
      assert.deepEqual(expectOnce(bench.fake, question.reference), entry);
    }),
  ),
  ...(['authorise', 'sale'] as const).map((kind) =>
    caseAnywhere(`declines with the reason: ${kind}`, async (bench) => {
      const { card, declineCode } = bench.cards.declined;
      const question = startQuestion(bench, { kind, card });
      const reply = expectReply(await bench.acquirer[kind](question, callBy(bench.fetch)), 'declined');
      assert.equal(reply.declineCode, declineCode);
      assert.match(reply.returnCode, /^[0-9A-Z]{2}$/);
      if (bench.fake) assert.equal(expectOnce(bench.fake, question.reference).status, 'declined');
    }),
  ),
  caseWithFake('moves amounts to the minor unit, in each currency', async (bench, fake) => {
    for (const currency of ['EUR', 'USD', 'GBP'] as const) {
      for (const amount of AMOUNTS) {
        const question = startQuestion(bench, { kind: 'sale', amount, currency });
        expectReply(await bench.acquirer.sale(question, callBy(bench.fetch)), 'approved');
        const entry = expectOnce(fake, question.reference);
        assert.deepEqual([entry.amount, entry.currency], [amount, currency]);
      }
    }
  }),
  caseAnywhere('refuses an amount of zero, or declines it: it never says that it moved', async (bench) => {
    const question = startQuestion(bench, { amount: 0 });
    const reply = await bench.acquirer.authorise(question, callBy(bench.fetch));
    assert(reply.kind === 'refused' || reply.kind === 'declined', `found ${reply.kind}`);
  }),
  caseWithFake(
    'takes an order by phone, a first card on file and a later one by the merchant',
    async (bench, fake) => {
      const changes = [
        { interaction: 'moto' },
        { storedCredential: { isFirst: true, by: 'shopper' }, shopper: { reference: 'shopper-1' } },
        {
          interaction: 'stored',
          storedCredential: { isFirst: false, by: 'merchant', networkTransactionId: '016150703802094' },
          shopper: { reference: 'shopper-1' },
        },
      ] as const;
      for (const change of changes) {
        const question = startQuestion(bench, change);
        expectReply(await bench.acquirer.authorise(question, callBy(bench.fetch)), 'approved');
        expectOnce(fake, question.reference);
      }
    },
  ),
  caseAnywhere('repeats no card number, security code or holder in a reply', async (bench) => {
    const { approved, declined } = bench.cards;
    for (const card of [approved, declined.card]) {
      const whole = { ...card, securityCode: '737', holder: 'Ada Quite-Unlikely' };
      const reply = await bench.acquirer.sale(startQuestion(bench, { card: whole }), callBy(bench.fetch));
      const text = JSON.stringify(reply);
      assert(!text.includes(card.number) && !text.includes('Quite-Unlikely'));
    }
  }),
];
