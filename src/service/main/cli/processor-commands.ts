import { readFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { AccountsAnswer, MerchantAnswer } from '../../../contract/admin/accounts.ts';
import {
  type AdminProcessor,
  ProcessorAnswer,
  ProcessorConfiguration,
  ProcessorsAnswer,
} from '../../../contract/admin/processors.ts';
import { accountOf, parseNumber, withAccount } from './account-option.ts';
import { tableText } from './io/table-text.ts';
import { UsageError } from './io/usage-error.ts';
import type { Choose, CommandIo, Task } from './task.ts';

type OfAccount = { readonly account?: number };

/** The processors of accounts, and which one a merchant is at. No credential is an argument, and none is printed. */
export function addProcessors(program: Command, choose: Choose): void {
  const processors = program
    .command('processors')
    .description('lists the processors that accounts have configured, without credentials')
    .option('--json', 'all that may be shown of each')
    .action(({ json }: { readonly json?: true }) => choose(list(json === true)));
  withAccount(
    processors
      .command('set')
      .description('configures a processor, a new one or all of one that there is')
      .argument('<name>', 'that payments show, such as adyen-eu')
      .requiredOption('--from <file>', 'its configuration as JSON; - reads the standard input'),
  ).action((name: string, { from, account }: OfAccount & { readonly from: string }) =>
    choose(configure(name, from, account)),
  );
  withAccount(
    processors
      .command('remove')
      .description('forgets a processor with its credentials, once no merchant and no open payment is there')
      .argument('<name>', 'as it is listed'),
  ).action((name: string, { account }: OfAccount) => choose(remove(name, account)));
  program
    .command('merchant')
    .description('changes settings of a merchant')
    .argument('<merchant_id>', 'as account show lists it', parseNumber)
    .option('--processor <name>', 'who is asked for its money from now on; sandbox moves none')
    .option('--multi-capture <on|off>', 'whether an authorisation is captured in parts', onOrOff)
    .option('--shop-name <name>', 'what a shopper reads at the bank and at providers')
    .action((id: number, options: MerchantOptions) => choose(changeMerchant(id, options)));
}

type MerchantOptions = {
  readonly processor?: string;
  readonly multiCapture?: boolean;
  readonly shopName?: string;
};

function onOrOff(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new InvalidArgumentError("Expected 'on' or 'off'.");
}

function list(isJson: boolean): Task {
  return async ({ ask }) => {
    const { processors } = ProcessorsAnswer.parse(await ask({ method: 'GET', path: '/api/processors' }));
    if (isJson) return JSON.stringify(processors, null, 2);
    if (processors.length === 0) return 'No processor is configured: all merchants are at the sandbox';
    const { accounts } = AccountsAnswer.parse(await ask({ method: 'GET', path: '/api/accounts' }));
    const merchants = accounts.flatMap(({ merchants: all }) => all);
    const merchantsAt = (name: string) =>
      merchants.flatMap(({ merchant_id, settings }) => (settings.processor === name ? [merchant_id] : []));
    return tableText([
      ['NAME', 'KIND', 'MODE', 'MERCHANT ACCOUNT', 'ACCOUNT', 'MERCHANTS', 'NOTIFICATIONS GO TO'],
      ...processors.map((each) => [
        each.name,
        each.kind,
        modeOf(each),
        each.merchant_account,
        String(each.account_id),
        merchantsAt(each.name).join(', ') || 'none',
        each.notification_url,
      ]),
    ]);
  };
}

const modeOf = ({ is_live }: AdminProcessor) => (is_live ? 'LIVE' : 'test');

function configure(name: string, from: string, account: number | undefined): Task {
  return async (io) => {
    const body = configurationOf(from === '-' ? await io.readInput() : await readFile(from, 'utf8'));
    const path = await pathOf(io, name, account);
    const { processor } = ProcessorAnswer.parse(await io.ask({ method: 'PUT', path, body }));
    return `Configured ${processor.name} (${modeOf(processor)}); have its notifications sent to ${processor.notification_url}`;
  };
}

/** Names what is wrong and quotes nothing: it may be a credential. */
function configurationOf(text: string): ProcessorConfiguration {
  const { data, error } = ProcessorConfiguration.safeParse(parseJson(text));
  if (data) return data;
  const names = error.issues.map(({ path }) => path.join('.') || 'the whole, which is to be a JSON object');
  throw new Error(`Cannot read the configuration: not as expected are ${[...new Set(names)].join(', ')}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function remove(name: string, account: number | undefined): Task {
  return async (io) => {
    await io.ask({ method: 'DELETE', path: await pathOf(io, name, account) });
    return `Removed ${name}`;
  };
}

async function pathOf(io: CommandIo, name: string, account: number | undefined): Promise<string> {
  return `/api/accounts/${await accountOf(io, account)}/processors/${encodeURIComponent(name)}`;
}

function changeMerchant(id: number, options: MerchantOptions): Task {
  if (Object.keys(options).length === 0)
    throw new UsageError('Cannot change the merchant: expected --processor, --multi-capture or --shop-name');
  return async ({ ask }) => {
    const path = `/api/merchants/${id}`;
    const { merchant } = MerchantAnswer.parse(await ask({ method: 'PATCH', path, body: options }));
    const { multiCapture, processor, shopName } = merchant.settings;
    const captures = `captures an authorisation ${multiCapture ? 'in parts' : 'once'}`;
    const name = shopName === null ? '' : `; shoppers read "${shopName}"`;
    return `Merchant ${id} (${merchant.merchant_ref}) is at ${processor}, and ${captures}${name}`;
  };
}
