import { open, rm } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import {
  AccountAnswer,
  AccountsAnswer,
  type AdminAccount,
  WebhookSecretAnswer,
} from '../../../contract/admin/accounts.ts';
import { ClockAnswer, KeyRotation, KeyRotationAnswer } from '../../../contract/admin/service.ts';
import { accountOf, withAccount } from './account-option.ts';
import { UsageError } from './io/usage-error.ts';
import type { Choose, CommandIo, Task } from './task.ts';

const collect = (value: string, before: readonly string[]) => [...before, value];

/** Commands about the store as a whole: accounts, the clock, the service's keys. */
export function addStoreCommands(program: Command, choose: Choose): void {
  const account = program.command('account').description('accounts of merchants');
  account
    .command('create')
    .description('opens an account with two merchants, and prints its keys this once, to a terminal alone')
    .requiredOption('--name <name>', 'what a shopper reads at the bank')
    .addOption(
      new Option('--origin <origin>', 'that its pages may stand on; once for each')
        .argParser(collect)
        .default([], 'none')
        .makeOptionMandatory(),
    )
    .option('--secrets-file <file>', 'a new file, for this user alone, that the secrets go into instead')
    .action((options: AccountCreation) => choose(createAccount(options)));
  const showCommand = account
    .command('show')
    .description('shows origins, merchants and publishable key, and to a terminal the webhook secret');
  withAccount(showCommand).action((options: { account?: number }) => choose(showAccount(options.account)));
  const rotateCommand = account
    .command('rotate-webhook-secret')
    .description('makes a new webhook secret, once a day; the one before signs beside it until then');
  withAccount(rotateCommand).action((options: { account?: number }) => choose(rotateSecret(options.account)));
  const clock = program
    .command('clock')
    .description("tells the service's time")
    .action(() => choose(async ({ ask }) => clockText(await ask({ method: 'GET', path: '/api/clock' }))));
  clock
    .command('advance')
    .description('moves it')
    .argument('<time>', 'such as 90s, 15m, 36h or 8d')
    .action((time) => choose(advanceClock(time)));
  const keys = program.command('keys').description("the service's own keys");
  keys
    .command('rotate')
    .description('puts new ones in force while everything goes on')
    .argument('[keys]', 'master, signing, or both', 'both')
    .action((keys) => choose(rotateKeys(keys)));
  program
    .command('reset')
    .description('brings store and time back to a first start')
    .action(() => choose(reset));
}

type AccountCreation = {
  readonly name: string;
  readonly origin: readonly string[];
  readonly secretsFile?: string;
};

function createAccount({ name, origin: origins, secretsFile }: AccountCreation): Task {
  if (origins.length === 0) {
    throw new UsageError(
      'Cannot create the account: expected at least one --origin such as https://shop.example',
    );
  }
  const request = { method: 'POST', path: '/api/accounts', body: { name, origins } } as const;
  return async ({ ask, isTerminal }) => {
    if (secretsFile === undefined) {
      if (isTerminal) return accountText(await ask(request));
      throw new Error(
        'Cannot create the account: its keys are printed to a terminal alone, expected one, or --secrets-file <file> for a new file that this user alone reads',
      );
    }
    // The file first: the secret key is shown once, and must have somewhere to go.
    const file = await open(secretsFile, 'wx', 0o600);
    try {
      const { account, secret_key } = AccountAnswer.parse(await ask(request));
      const secrets = { secret_key, webhook_secret: account.webhook_secret };
      await file.writeFile(`${JSON.stringify(secrets, null, 2)}\n`);
      await file.sync();
      return titled({ ...accountRows(account), Secrets: `in ${secretsFile}, this once` });
    } catch (error) {
      await rm(secretsFile);
      throw error;
    } finally {
      await file.close();
    }
  };
}

/** The secret key cannot be shown again: the store has only its digest. */
function showAccount(options: number | undefined): Task {
  return async (io) => {
    const id = await accountOf(io, options);
    const { accounts } = AccountsAnswer.parse(await io.ask({ method: 'GET', path: '/api/accounts' }));
    const account = accounts.find(({ account_id }) => account_id === id);
    if (!account) throw new Error(`Cannot show the account ${id}: the store holds none of this id`);
    return titled({
      ...accountRows(account),
      'Webhook secret': shownSecret(io, account.webhook_secret),
    });
  };
}

function rotateSecret(options: number | undefined): Task {
  return async (io) => {
    const id = await accountOf(io, options);
    const path = `/api/accounts/${id}/webhook-secret`;
    const { webhook_secret, previous_until } = WebhookSecretAnswer.parse(
      await io.ask({ method: 'POST', path }),
    );
    return titled({
      Account: String(id),
      'Webhook secret': shownSecret(io, webhook_secret),
      'The one before': `signs as well until ${previous_until}`,
    });
  };
}

/** Output that is no terminal may be stored. */
function shownSecret({ isTerminal, inspectorAddress: at }: CommandIo, secret: string): string {
  if (isTerminal) return secret;
  return `printed to a terminal only; else the inspector shows it (${at}, Accounts), and GET ${at}/api/accounts answers it to the token of inspector.json in DATA_DIR`;
}

/** Such as `1001 (demo), 1002 (demo-async)`. */
function merchantsOf({ merchants }: AdminAccount): string {
  return merchants.map(({ merchant_id, merchant_ref }) => `${merchant_id} (${merchant_ref})`).join(', ');
}

function advanceClock(text: string): Task {
  const body = { advance_seconds: parseDuration(text) };
  return async ({ ask }) => clockText(await ask({ method: 'POST', path: '/api/clock', body }));
}

function rotateKeys(keys: string): Task {
  const { data: body } = KeyRotation.safeParse({ keys });
  if (!body) throw new UsageError(`Cannot rotate the keys '${keys}': expected 'master', 'signing' or 'both'`);
  return async ({ ask }) => keysText(await ask({ method: 'POST', path: '/api/keys/rotate', body }));
}

const reset: Task = async ({ ask }) => {
  await ask({ method: 'POST', path: '/api/reset' });
  return 'Emptied: the demo account stands as at first; its webhook secret stays';
};

function clockText(answer: unknown): string {
  const { now, advanced_seconds } = ClockAnswer.parse(answer);
  return `The service's clock shows ${now}, ${advanced_seconds} seconds ahead of the machine's`;
}

function keysText(answer: unknown): string {
  const { master, signing } = KeyRotationAnswer.parse(answer);
  const lines = [
    master &&
      `The master key "${master.key_id}" is in force, nothing needs the former one: ${master.resealed} values are sealed anew`,
    signing && `The signing key "${signing.key_id}" is published, and signs from ${signing.signs_from}`,
  ];
  return lines.filter((line) => line !== null).join('\n');
}

function accountText(answer: unknown): string {
  const { account, secret_key } = AccountAnswer.parse(answer);
  const { Account, ...otherRows } = accountRows(account);
  return titled({
    Account,
    'Secret key': `${secret_key} (shown this once)`,
    'Webhook secret': account.webhook_secret,
    ...otherRows,
  });
}

function accountRows(account: AdminAccount) {
  return {
    Account: `${account.account_id} ${account.name}`,
    'Publishable key': account.publishable_key,
    Merchants: merchantsOf(account),
    Origins: account.origins.join(', '),
  };
}

function titled(rows: Readonly<Record<string, string>>): string {
  return Object.entries(rows)
    .map(([title, value]) => `${title.padEnd(18)}${value}`)
    .join('\n');
}

const UNITS = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

/** Returns the seconds of a whole number with its unit: `90s`, `15m`, `36h`, `8d`. Raises UsageError. */
export function parseDuration(text: string): number {
  const [, digits, unit] = /^([0-9]{1,9})([smhd])$/.exec(text) ?? [];
  const seconds = Object.entries(UNITS).find(([name]) => name === unit)?.[1];
  if (digits !== undefined && seconds !== undefined) return Number(digits) * seconds;
  throw new UsageError(
    `Cannot read the time '${text}': expected a whole number and a unit, such as 90s, 15m, 36h or 8d`,
  );
}
