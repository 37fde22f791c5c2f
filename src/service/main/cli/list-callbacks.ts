import type { Command } from 'commander';
import {
  type AdminAttempt,
  type AdminCallback,
  CallbackAnswer,
  CallbacksAnswer,
  CallbackTestAnswer,
} from '../../../contract/admin/callbacks.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { accountOf, parseNumber, withAccount } from './account-option.ts';
import { tableText } from './io/table-text.ts';
import type { Choose, CommandIo, Task } from './task.ts';

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
  callbacks
    .command('test')
    .description('sends an address one signed event of no payment, and tells its answer')
    .argument('<url>', "the receiver's")
    .action((url: string, _own: object, command: Command) => {
      const { account }: Pick<Search, 'account'> = command.optsWithGlobals();
      choose(sendTest(url, account));
    });
}

/** Ends with status 1 unless the receiver took it. */
function sendTest(url: string, account: number | undefined): Task {
  return async (io) => {
    const body = { account_id: await accountOf(io, account), url };
    const { answer_status, answer_start, failure, milliseconds } = CallbackTestAnswer.parse(
      await io.ask({ method: 'POST', path: '/api/callbacks/test', body }),
    );
    const took = `${Math.round(milliseconds)} ms`;
    if (answer_status !== null && answer_status >= 200 && answer_status < 300)
      return `The receiver answered ${answer_status} in ${took}: it takes callbacks`;
    io.endWith(1);
    if (answer_status === null) return `No answer in ${took}: ${failure}`;
    return visibleText(
      `The receiver answered ${answer_status} in ${took}, expected 2xx: ${answer_start ?? ''}`,
    );
  };
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
