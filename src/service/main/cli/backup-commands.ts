import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, lstat, open, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadable } from 'node:stream/web';
import type { Command } from 'commander';
import { syncDirectory } from '../../../store/sync-directory.ts';
import type { Manifest } from '../../operators/backup/backup-format.ts';
import { openBackup } from '../../operators/backup/read-backup.ts';
import { restoreBackup } from '../../operators/backup/restore-backup.ts';
import { withCode } from './io/with-code.ts';
import type { Choose, Task } from './task.ts';

export function addBackup(program: Command, choose: Choose): void {
  program
    .command('backup')
    .description(
      'writes a copy of the whole store to a new file, while the service goes on; no master key is in it',
    )
    .argument('<file>', 'a new file, which only this user may read')
    .action((file: string) => choose(backupTo(resolve(file))));
  program
    .command('restore')
    .description(
      'puts a backup into an empty store, all or nothing; needs the master key that the backup names',
    )
    .argument('<file>', 'that backup wrote')
    .option('--replace', 'moves the embedded store that is there aside, which must not be in use', false)
    .action((file: string, { replace }) => choose(restoreFrom(resolve(file), replace)));
}

/** The file appears whole, and only where its name is free, so no link leads it elsewhere. */
function backupTo(file: string): Task {
  return async ({ askForBytes }) => {
    if (await isTaken(file)) throw notWritten(file, 'it exists, name a new one');
    const temporaryFile = `${file}.unfinished-${randomUUID()}`;
    try {
      // Opened first: without a writable file no request is needed.
      const bytes = createWriteStream(temporaryFile, { flags: 'wx', mode: 0o600, flush: true });
      const body = await askForBytes({ method: 'POST', path: '/api/backup' });
      await pipeline(Readable.fromWeb(body as NodeReadable), bytes).catch((cause: unknown) => {
        throw notWritten(file, 'it was cut before its end, see the log of the service', cause);
      });
      const { manifest, size } = await readChecked(temporaryFile);
      await link(temporaryFile, file).catch((cause: unknown) => {
        throw notWritten(file, 'it could not get its name, which must be free', cause);
      });
      syncDirectory(dirname(file));
      return resultText(file, { manifest, size });
    } finally {
      await rm(temporaryFile, { force: true });
    }
  };
}

async function isTaken(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}

async function readChecked(file: string) {
  const backup = await openBackup(file);
  for await (const { content } of backup.files) for await (const _ of content);
  backup.seal();
  const handle = await open(file);
  const { size } = await handle.stat().finally(() => handle.close());
  return { manifest: backup.manifest, size };
}

const keysOf = ({ master_key_ids: ids }: Manifest) => ids.map((id) => `"${id}"`).join(', ');

function resultText(
  file: string,
  { manifest, size }: { readonly manifest: Manifest; readonly size: number },
): string {
  return [
    `Wrote ${file}: ${size} bytes, all that the ${manifest.store} store had acknowledged by ${manifest.begun_at}`,
    `No master key is in it. A restore needs ${keysOf(manifest)}: keep that key, and keep it apart from this file`,
  ].join('\n');
}

function restoreFrom(file: string, replaces: boolean): Task {
  return async ({ config }) => {
    const { manifest, former } = await withCode(restoreBackup(file, { config, replaces }));
    const lines = [
      `Restored the ${manifest.store} store of ${manifest.begun_at}: start the service`,
      'What was paid since is not in it: compare with the processor. Never run it beside the service it was copied from',
      former && `The store that was there is now ${former}`,
    ];
    return lines.filter((line) => line !== undefined).join('\n');
  };
}

function notWritten(file: string, reason: string, cause?: unknown) {
  return new Error(`Cannot write the backup "${file}": ${reason}`, { cause });
}
