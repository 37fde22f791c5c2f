import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { InventoryExportAnswer } from '../../../../contract/admin/page-guard.ts';
import { parseNumber, withAccount } from '../account-option.ts';
import type { Choose, Task } from '../task.ts';
import { addDecisions } from './decision-commands.ts';
import { type Listing, listingOf, pagesOf, readPage } from './guarded-pages.ts';
import { alarmText, inventoryText, pagesText } from './page-guard-text.ts';

/** The page guard in a terminal. It asks the routes that the inspector asks, so each decision is in the audit log. */
export function addPageGuard(program: Command, choose: Choose): void {
  const guard = program
    .command('guard')
    .description('lists guarded pages with what waits for approval')
    .option('--json', 'all that is known of each');
  withAccount(guard).action(({ account, json }: Listing) =>
    choose(async (io) => pagesText(await pagesOf(io, account), json === true)),
  );
  addReading(guard, choose);
  addDecisions(guard, choose);
}

function addReading(guard: Command, choose: Choose): void {
  guard
    .command('alarms')
    .description('lists open alarms, and ends with status 1 if there is one')
    .action((_own: object, command: Command) => choose(listAlarms(listingOf(command))));
  guard
    .command('show')
    .description('shows what is on a page, by whom it was seen, and why it may be there')
    .argument('<page>', 'its number, as it is listed', parseNumber)
    .action((id: number, _own: object, command: Command) => {
      const { json } = listingOf(command);
      choose(async (io) => {
        const answer = await readPage(io, id);
        return json ? JSON.stringify(answer, null, 2) : inventoryText(answer);
      });
    });
  guard
    .command('export')
    .description('writes the inventory of a page, signed by the service (JWS), to a new file')
    .argument('<page>', 'its number', parseNumber)
    .argument('<file>', 'a new one')
    .action((id: number, file: string) => choose(exportTo(resolve(file), id)));
}

function listAlarms({ account, json }: Listing): Task {
  return async (io) => {
    const { pages } = await pagesOf(io, account);
    const alarmed = pages.filter(({ open_alarms }) => open_alarms > 0);
    const answers = await Promise.all(alarmed.map(({ id }) => readPage(io, id)));
    const open = answers.flatMap(({ page, alarms }) =>
      alarms.filter(({ closed_at }) => closed_at === null).map((alarm) => ({ page, alarm })),
    );
    if (open.length > 0) io.endWith(1);
    if (json)
      return JSON.stringify(
        open.map(({ alarm }) => alarm),
        null,
        2,
      );
    if (open.length === 0) return 'No alarm is open';
    return open.map(({ page, alarm }) => alarmText(page, alarm)).join('\n\n');
  };
}

function exportTo(file: string, id: number): Task {
  return async ({ ask }) => {
    const { jws } = InventoryExportAnswer.parse(
      await ask({ method: 'GET', path: `/api/guarded-pages/${id}/export` }),
    );
    const written = await open(file, 'wx').catch((cause: NodeJS.ErrnoException) => {
      const found = cause.code === 'EEXIST' ? 'it exists, name a new one' : cause.message;
      throw new Error(`Cannot export to '${file}': ${found}`, { cause });
    });
    await written.writeFile(`${jws}\n`);
    await written.sync().finally(() => written.close());
    return `Wrote ${file}: signed (ES256) by a key of /.well-known/jwks.json`;
  };
}
