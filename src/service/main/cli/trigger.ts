import { randomUUID } from 'node:crypto';
import { Argument, type Command } from 'commander';
import { BillingAnswer } from '../../../contract/billing/billing.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { parseNumber, withSecretKey } from './account-option.ts';
import { merchantAnswer } from './merchant-call.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';
import type { Choose, CommandIo, Task } from './task.ts';

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
