import type { Command } from 'commander';
import {
  type AdminAttempt,
  type AdminCallback,
  CallbackAnswer,
  CallbacksAnswer,
} from '../../../contract/admin/callbacks.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { accountOf, parseNumber, withAccount } from './account-option.ts';
import { tableText } from './io/table-text.ts';
import type { Choose, CommandIo } from './task.ts';

type Search = {
  readonly account?: number;
  readonly transaction?: string;
  readonly exhausted?: true;
  readonly limit: number;
  readonly json?: true;
};

export function addCallbacks(program: Command, choose: Choose): void {
  const callbacks = program
    .command('callbacks')
    .description('shows callbacks, newest first, each with its attempts')
    .option('--transaction <id>', 'those of one transaction')
    .option('--exhausted', 'those that were given up')
    .option('--limit <number>', 'at most so many', parseNumber, 50)
    .option('--json', 'all that is known of each');
  withAccount(callbacks).action((search: Search) =>
    choose(async (io) => callbacksText(await find(io, search), search)),
  );
  callbacks
    .command('show')
    .description('shows one callback with its body, but for the tokens of its card')
    .argument('<id>', 'as it is listed')
    .action((id: string, _own: object, command: Command) => {
      const { json }: Pick<Search, 'json'> = command.optsWithGlobals();
      choose(async (io) => {
        const { callback } = CallbackAnswer.parse(
          await io.ask({ method: 'GET', path: `/api/callbacks/${encodeURIComponent(id)}` }),
        );
        if (json) return JSON.stringify(callback, null, 2);
        return `${callbackText(callback)}\n${visibleText(`  body     ${callback.body}`)}`;
      });
    });
  callbacks
    .command('replay')
    .description('sends an ended callback again')
    .argument('<id>', 'as it is listed')
    .action((id: string) =>
      choose(async ({ ask }) => {
        await ask({ method: 'POST', path: `/api/callbacks/${encodeURIComponent(id)}/replay` });
        return `The callback ${visibleText(id)} is sent again`;
      }),
    );
}

async function find(io: CommandIo, { account, transaction, exhausted, limit }: Search) {
  const query = new URLSearchParams({ account_id: `${await accountOf(io, account)}` });
  if (exhausted) query.set('status', 'exhausted');
  const matches: AdminCallback[] = [];
  for (let before: number | null | undefined; before !== null && matches.length < limit; ) {
    if (before !== undefined) query.set('before', `${before}`);
    const page = CallbacksAnswer.parse(await io.ask({ method: 'GET', path: `/api/callbacks?${query}` }));
    const isWanted = ({ transaction_id }: AdminCallback) =>
      transaction === undefined || transaction_id === transaction;
    matches.push(...page.callbacks.filter(isWanted));
    before = page.next;
  }
  return matches.slice(0, limit);
}

function callbacksText(callbacks: readonly AdminCallback[], { json }: Search): string {
  if (json) return JSON.stringify(callbacks, null, 2);
  if (callbacks.length === 0) return 'No callback found';
  return callbacks.map(callbackText).join('\n\n');
}

function callbackText(callback: AdminCallback): string {
  const { id, info, status, transaction_id, url, due_at, held_until, attempts } = callback;
  const pauseNote = held_until === null ? '' : ', held until then: its receiver asked to wait';
  const next = due_at === null ? [] : [['  next', `${due_at}${pauseNote}`]];
  return [
    visibleText(`${id}  ${info}  ${status}`),
    tableText([['  transaction', transaction_id], ['  to', url], ...next]),
    ...attempts.map(attemptText),
  ].join('\n');
}

function attemptText({ started_at, ended_at, answer_status, answer_start, failure }: AdminAttempt): string {
  const took = Date.parse(ended_at) - Date.parse(started_at);
  const answer = answer_status === null ? `no answer: ${failure}` : `${answer_status} ${answer_start ?? ''}`;
  return visibleText(`  attempt  ${started_at}  ${took} ms  ${answer}`).trimEnd();
}
