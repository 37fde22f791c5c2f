import { type Command, InvalidArgumentError, Option } from 'commander';
import { AccountsAnswer } from '../../../contract/admin/accounts.ts';
import { demoSecretKey } from '../../base/keys/secret-key.ts';
import type { CommandIo } from './task.ts';

/** Adds the option for the account of a command. */
export const withAccount = (command: Command): Command =>
  command.option('--account <id>', 'whose they are (default: the first)', parseNumber);

/** The number in the option, else that of the oldest account. */
export async function accountOf({ ask }: CommandIo, accountId: number | undefined): Promise<number> {
  if (accountId !== undefined) return accountId;
  const { accounts } = AccountsAnswer.parse(await ask({ method: 'GET', path: '/api/accounts' }));
  const [first] = accounts;
  if (first) return first.account_id;
  throw new Error("Cannot choose an account: the store holds none, make one by 'account create'");
}

/** Adds the key that a merchant's backend would send. Its help shows no key. */
export const withSecretKey = (command: Command): Command =>
  command.addOption(
    new Option('--secret-key <key>', 'of the account')
      .env('SECRET_KEY')
      .default(demoSecretKey.text, "the demo account's"),
  );

export function parseNumber(text: string): number {
  if (/^[1-9][0-9]{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number above 0.');
}
