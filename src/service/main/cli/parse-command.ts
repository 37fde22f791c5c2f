import { Command, CommanderError } from 'commander';
import { visibleText } from '../../../contract/visible-text.ts';
import { addBackup } from './backup-commands.ts';
import { addCallbacks } from './list-callbacks.ts';
import { addPayments } from './list-payments.ts';
import { addListen } from './listen.ts';
import { addStoreCommands } from './store-commands.ts';
import type { Task } from './task.ts';
import { addTrigger } from './trigger.ts';
import { UsageError } from './usage-error.ts';

/** What the words ask for; help, as any command, prints its text. Raises UsageError for words that ask for nothing. */
export function parseCommand(words: readonly string[]): Task {
  let task: Task | undefined;
  const written: string[] = [];
  const program = new Command('npm run service --')
    .description('Runs the service, or with a command asks the one that runs.')
    .exitOverride()
    .configureOutput({ writeOut: (text) => written.push(text), writeErr: () => {} });
  const choose = (chosen: Task) => {
    task = chosen;
  };
  for (const add of [addStoreCommands, addBackup, addPayments, addCallbacks, addListen, addTrigger])
    add(program, choose);
  try {
    program.parse(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0 || written.length === 0) throw refusal(words, error);
  }
  return visibly(task ?? (async () => written.join('').trimEnd()));
}

/** The task, with all that it prints: shops, shoppers and receivers have written parts of it. */
function visibly(task: Task): Task {
  const shown = (text: string) => visibleText(text, { keeps: '\n' });
  return async (doors) => {
    const printing = { ...doors, print: (line: string) => doors.print(shown(line)) };
    return shown(await task(printing).catch((error: unknown) => Promise.reject(shownError(error))));
  };
}

/** A refusal may quote what it was asked for. */
function shownError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  error.message = visibleText(error.message, { keeps: '\n' });
  return error;
}

function refusal(words: readonly string[], error: CommanderError): UsageError {
  // Where commands follow and none was named, the library shows its help.
  const isUnfinished = error.code === 'commander.help';
  const reason = isUnfinished
    ? 'a command of it must follow'
    : error.message.replace(/^error: /, '').replaceAll('\n', ' ');
  return new UsageError(
    `Cannot run '${visibleText(words.join(' '))}': ${visibleText(reason)}; npm run service -- --help lists the commands`,
    { cause: error },
  );
}
