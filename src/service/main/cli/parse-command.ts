import { Command, CommanderError } from 'commander';
import { visibleText } from '../../../contract/visible-text.ts';
import { addBackup } from './backup-commands.ts';
import { addDispute } from './dispute.ts';
import { UsageError } from './io/usage-error.ts';
import { addCallbacks } from './list-callbacks.ts';
import { addPayments } from './list-payments.ts';
import { addListen } from './listen.ts';
import { addMigrate } from './migrate-store.ts';
import { addMove } from './move-store.ts';
import { addPageGuard } from './page-guard-commands.ts';
import { addProcessors } from './processor-commands.ts';
import { addReconcile } from './reconcile.ts';
import { addStoreCommands } from './store-commands.ts';
import type { Task } from './task.ts';
import { addTrigger } from './trigger.ts';
import { addUndecided } from './undecided.ts';
import { addVault } from './vault-commands.ts';

/** The task of a command line; help, as any command, prints its text. Raises UsageError for one that is no command. */
export function parseCommand(args: readonly string[]): Task {
  let task: Task | undefined;
  const output: string[] = [];
  const program = new Command('npm run service --')
    .description('Runs the service, or with a command asks the one that runs.')
    .exitOverride()
    .configureOutput({ writeOut: (text) => output.push(text), writeErr: () => {} });
  const choose = (newTask: Task) => {
    task = newTask;
  };
  for (const add of [
    addStoreCommands,
    addProcessors,
    addBackup,
    addMigrate,
    addMove,
    addVault,
    addPayments,
    addCallbacks,
    addUndecided,
    addReconcile,
    addPageGuard,
    addListen,
    addTrigger,
    addDispute,
  ])
    add(program, choose);
  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0 || output.length === 0) throw refusal(args, error);
  }
  return withVisibleOutput(task ?? (async () => output.join('').trimEnd()));
}

/** The task, with all that it prints: shops, shoppers and receivers have written parts of it. */
function withVisibleOutput(task: Task): Task {
  const visible = (text: string) => visibleText(text, { keeps: '\n' });
  return async (io) => {
    const visibleIo = { ...io, print: (line: string) => io.print(visible(line)) };
    return visible(await task(visibleIo).catch((error: unknown) => Promise.reject(visibleError(error))));
  };
}

/** A refusal may quote the argument. */
function visibleError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  error.message = visibleText(error.message, { keeps: '\n' });
  return error;
}

function refusal(args: readonly string[], error: CommanderError): UsageError {
  // Where commands follow and none was named, the library shows its help.
  const isUnfinished = error.code === 'commander.help';
  const reason = isUnfinished
    ? 'a command of it must follow'
    : error.message.replace(/^error: /, '').replaceAll('\n', ' ');
  return new UsageError(
    `Cannot run '${visibleText(args.join(' '))}': ${visibleText(reason)}; npm run service -- --help lists the commands`,
    { cause: error },
  );
}
