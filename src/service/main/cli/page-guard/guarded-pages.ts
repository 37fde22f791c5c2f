import type { Command } from 'commander';
import { GuardedPageAnswer, GuardedPagesAnswer } from '../../../../contract/admin/page-guard.ts';
import { accountOf } from '../account-option.ts';
import type { CommandIo } from '../task.ts';

export type Listing = { readonly account?: number; readonly json?: true };

/** `--json` and `--account`, wherever they stand in the line. */
export const listingOf = (command: Command): Listing => command.optsWithGlobals();

export async function pagesOf(io: CommandIo, account: number | undefined): Promise<GuardedPagesAnswer> {
  const path = `/api/guarded-pages?account_id=${await accountOf(io, account)}`;
  return GuardedPagesAnswer.parse(await io.ask({ method: 'GET', path }));
}

export const readPage = async ({ ask }: CommandIo, id: number) =>
  GuardedPageAnswer.parse(await ask({ method: 'GET', path: `/api/guarded-pages/${id}` }));
