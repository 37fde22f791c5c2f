import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, lstat, open, readFile, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadable } from 'node:stream/web';
import type { Command } from 'commander';
import { IMPORT_LINES, VaultImportAnswer } from '../../../contract/admin/vault.ts';
import { takeFileLock } from '../../../store/locks/lock-file.ts';
import { syncDirectory } from '../../../store/sync-directory.ts';
import { SECRET_BYTES } from '../../base/keys/sealing.ts';
import { checkFile, cutToLastLine, readLines } from '../../operators/vault-file/read-vault-file.ts';
import {
  type CustodianKeys,
  custodianId,
  readCustodianKey,
} from '../../operators/vault-file/transfer-key.ts';
import { headerOf } from '../../operators/vault-file/vault-line.ts';
import { accountOf, withAccount } from './account-option.ts';
import { UsageError } from './io/usage-error.ts';
import type { Choose, CommandIo, Task } from './task.ts';

/** Bytes of a request, which one line may exceed. */
const REQUEST_BYTES = 1024 * 1024;
/** Lines between two lines of progress. */
const TOLD_LINES = 5000;

type Options = { readonly account?: number; readonly custodian: readonly string[] };

/** Cards that leave the vault, or come from another. No key is an argument: other users of the machine see those. */
export function addVault(program: Command, choose: Choose): void {
  const vault = program
    .command('vault')
    .description('moves cards and their tokens to another vault, under two keys');
  vault
    .command('key')
    .description("makes a custodian's key in a new file, or tells the id of one that is there")
    .argument('<file>', 'for this custodian alone')
    .action((file: string) => choose(custodianKey(resolve(file))));
  withKeys(
    vault
      .command('export')
      .description('writes saved cards to a file; run again, it goes on with one that was cut')
      .argument('<file>', 'a new file, which only this user may read'),
  ).action((file: string, options: Options) => choose(exportTo(resolve(file), bothOf(options))));
  withKeys(
    vault
      .command('import')
      .description('takes the cards of a file in; run again, it goes on where it was cut')
      .argument('<file>', 'that export wrote, here or elsewhere'),
  ).action((file: string, options: Options) => choose(importFrom(resolve(file), bothOf(options))));
}

const withKeys = (command: Command): Command =>
  withAccount(command).requiredOption(
    '--custodian <file>',
    "a custodian's key; twice, once for each",
    (value: string, before: readonly string[] = []) => [...before, value],
  );

function custodianKey(path: string): Task {
  return async () => {
    if (await isThere(path)) return `The key in ${path} is "${idOf(await readKey(path))}"`;
    const secret = randomBytes(SECRET_BYTES).toString('base64');
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(`${secret}\n`);
    await file.sync().finally(() => file.close());
    syncDirectory(dirname(path));
    return [
      `Made the key "${idOf(secret)}" in ${path}: its custodian alone keeps it, apart from the other's`,
      'Both vaults need VAULT_CUSTODIANS=<this id>,<the other id>',
    ].join('\n');
  };
}

const idOf = (text: string) => custodianId(readCustodianKey(text) ?? new Uint8Array());

const isThere = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  );

async function readKey(path: string): Promise<string> {
  const file = await stat(path);
  // What is piped in has no other readers.
  if (process.platform !== 'win32' && file.isFile() && (file.mode & 0o077) !== 0)
    throw new Error(`Cannot read the key: '${path}' is readable by other users, run chmod 600 on it`);
  const text = (await readFile(path, 'utf8')).trim();
  if (readCustodianKey(text)) return text;
  throw new Error(`Cannot read the key: '${path}' does not hold 32 bytes in base64`);
}

type Both = { readonly account: number | undefined; readonly custodians: readonly [string, string] };

function bothOf({ account, custodian: [one, other, third] }: Options): Both {
  if (one !== undefined && other !== undefined && third === undefined)
    return { account, custodians: [one, other] };
  throw new UsageError('Cannot move the vault: expected --custodian <file> twice, once for each custodian');
}

async function requestOf(io: CommandIo, { account, custodians: [one, other] }: Both) {
  const keys: CustodianKeys = [await readKey(one), await readKey(other)];
  return { account_id: await accountOf(io, account), keys };
}

/** The lines are appended to a file beside it, which gets its name once it is whole. */
function exportTo(file: string, options: Both): Task {
  return async (io) => {
    if (await isThere(file)) throw new Error(`Cannot export to "${file}": it exists, name a new one`);
    const request = await requestOf(io, options);
    const unfinished = `${file}.unfinished`;
    const release = takeFileLock(`${unfinished}.lock`, 'wait until it is done, or stop it if it hangs');
    try {
      const after = await cutToLastLine(unfinished);
      if (after === undefined || headerOf(after).end !== true) {
        const body = { ...request, ...(after !== undefined && { after }) };
        const lines = await io.askForBytes({ method: 'POST', path: '/api/vault/export', body });
        const written = createWriteStream(unfinished, { flags: 'a', mode: 0o600, flush: true });
        await pipeline(Readable.fromWeb(lines as NodeReadable), written).catch((cause: unknown) => {
          throw new Error(`Cannot export to "${file}": it was cut, run the same command again to go on`, {
            cause,
          });
        });
      }
      const count = await checkFile(unfinished);
      await link(unfinished, file);
      await rm(unfinished);
      syncDirectory(dirname(file));
      return `Wrote ${file}: ${count - 2} cards. Only both custodians' keys together open it`;
    } finally {
      release();
    }
  };
}

function importFrom(file: string, options: Both): Task {
  return async (io) => {
    const count = await checkFile(file);
    const request = await requestOf(io, options);
    const send = async (lines: readonly string[]) => {
      const body = { ...request, lines };
      return VaultImportAnswer.parse(await io.ask({ method: 'POST', path: '/api/vault/import', body }));
    };
    const { value: first = '' } = await readLines(file).next();
    let progress = await send([first]);
    for await (const lines of batches(readLines(file, progress.next_line))) {
      const before = progress.next_line;
      progress = await send(lines);
      if (Math.floor(before / TOLD_LINES) < Math.floor(progress.next_line / TOLD_LINES))
        io.print(`${progress.next_line - 1} of ${count} lines`);
    }
    if (progress.refused > 0) io.endWith(1);
    return resultText(file, progress);
  };
}

async function* batches(lines: AsyncIterable<string>): AsyncGenerator<string[], void> {
  let batch: string[] = [];
  let size = 0;
  for await (const line of lines) {
    if (batch.length === IMPORT_LINES || (batch.length > 0 && size + line.length > REQUEST_BYTES)) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(line);
    size += line.length;
  }
  if (batch.length > 0) yield batch;
}

function resultText(file: string, { added, kept, refused, refusals }: VaultImportAnswer): string {
  return [
    `Imported ${file}: ${added} cards added, ${kept} were here and stay as they are, ${refused} refused`,
    ...refusals.map(({ line, reason }) => `Line ${line}: ${reason}`),
    ...(refused > refusals.length ? [`and ${refused - refusals.length} more`] : []),
  ].join('\n');
}
