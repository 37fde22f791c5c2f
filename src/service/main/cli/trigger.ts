import { randomUUID } from 'node:crypto';
import { Argument, type Command } from 'commander';
import { BillingAnswer } from '../../../contract/billing/billing.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { parseNumber, withSecretKey } from './account-option.ts';
import { merchantAnswer } from './merchant-call.ts';
import type { Choose, CommandIo, Task } from './task.ts';

type Form = Readonly<Record<string, string>>;

type Scenario = {
  readonly tells: string;
  /** The start, then follow-ups of its transaction. */
  readonly steps: readonly [Form, ...Form[]];
};

const startOf = (method: string, number = '4242424242424242') => ({
  method,
  ccToken: `tok_sandbox_${number}`,
  amount: '48.50',
  currency: 'EUR',
});
const money = { amount: '48.50', currency: 'EUR' };

/** What the sandbox does by card and amount, by the name of what comes of it. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  paid: { tells: 'a SALE that is taken', steps: [startOf('SALE')] },
  declined: { tells: 'a card that is refused: do_not_honor', steps: [startOf('SALE', '4000000000000002')] },
  'insufficient-funds': {
    tells: 'a card that is refused: insufficient_funds',
    steps: [startOf('SALE', '4000000000009995')],
  },
  challenge: {
    tells: 'the bank asks for a code, 1234',
    steps: [{ ...startOf('SALE_3DS'), amount: '10', currency: 'GBP' }],
  },
  frictionless: {
    tells: '3-D Secure without a question',
    steps: [{ ...startOf('SALE_3DS'), amount: '10.01', currency: 'GBP' }],
  },
  authorised: { tells: 'an AUTH that waits for its CHARGE', steps: [startOf('AUTH')] },
  captured: { tells: 'an AUTH and its CHARGE', steps: [startOf('AUTH'), { ...money, method: 'CHARGE' }] },
  refunded: { tells: 'a SALE and its REFUND', steps: [startOf('SALE'), { ...money, method: 'REFUND' }] },
  voided: { tells: 'an AUTH and its VOID', steps: [startOf('AUTH'), { method: 'VOID' }] },
  late: {
    tells: 'a SALE that is pending for two seconds',
    steps: [{ ...startOf('SALE'), amount: '3002' }],
  },
};

type Payment = {
  readonly order?: string;
  readonly callbackUrl?: string;
  readonly merchant: number;
  readonly secretKey: string;
};

const NO_TERMINAL = [
  "The bank's address is printed to a terminal only. Without one:",
  '  bill SALE_3DS by HTTP: the answer has the address, as 3ds_confirmation_box_url',
  '  clock advance 16m: nobody answers, and the challenge times out',
  '  trigger frictionless: the bank asks nothing',
].join('\n');

export function addTrigger(program: Command, choose: Choose): void {
  const lines = Object.entries(SCENARIOS).map(([name, { tells }]) => `  ${name.padEnd(20)}${tells}`);
  const command = program
    .command('trigger')
    .description('makes a payment that goes as the scenario says')
    .addArgument(new Argument('<scenario>', 'one of those below').choices(Object.keys(SCENARIOS)))
    .option('--order <id>', "the shop's (default: a new one)")
    .option('--callback-url <url>', 'gets the callbacks, such as the address of listen')
    .option('--merchant <id>', 'of the account', parseNumber, 1001)
    .addHelpText('after', `\nScenarios:\n${lines.join('\n')}`);
  withSecretKey(command).action((name: string, payment: Payment) => {
    const scenario = SCENARIOS[name];
    if (scenario) choose(runScenario(scenario, payment));
  });
}

function runScenario({ steps }: Scenario, payment: Payment): Task {
  const { order = `order-${randomUUID().slice(0, 8)}`, callbackUrl, merchant, secretKey } = payment;
  const transactionID = randomUUID();
  const [start, ...followUps] = steps;
  const names = { orderID: order, merchant_id: `${merchant}` };
  const callbackParameter = callbackUrl === undefined ? {} : { callback_url: callbackUrl };
  const forms = [{ ...start, ...names, ...callbackParameter }, ...followUps].map((form) => ({
    ...form,
    transactionID,
  }));
  return async (io) => {
    const lines = [`Order ${visibleText(order)}, transaction ${transactionID}`];
    for (const form of forms) lines.push(await bill(io, { form, secretKey }));
    return lines.join('\n');
  };
}

async function bill(io: CommandIo, { form, secretKey }: { form: Record<string, string>; secretKey: string }) {
  const path = '/wallet/api/v1/billing';
  const { body, declineCode } = await merchantAnswer(io, { path, secretKey, form });
  if (declineCode !== undefined) return `${form['method']}: declined, ${declineCode}`;
  const { transaction } = BillingAnswer.parse(body);
  const line = `${form['method']}: ${transaction.status}, ${transaction.sandbox.payment_state}`;
  const box = '3ds_confirmation_box_url' in transaction ? transaction['3ds_confirmation_box_url'] : undefined;
  return box === undefined ? line : `${line}\n${boxText(io, box)}`;
}

/** Every holder of the address can answer the bank. */
function boxText({ isTerminal }: CommandIo, address: string): string {
  return isTerminal ? `The bank asks at ${address}` : NO_TERMINAL;
}
