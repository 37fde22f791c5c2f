import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import {
  type ApproveRequest,
  GuardedPageAnswer,
  GuardedPagesAnswer,
  InventoryExportAnswer,
} from '../../../contract/admin/page-guard.ts';
import { accountOf, parseNumber, withAccount } from './account-option.ts';
import { alarmText, inventoryText, pagesText } from './io/page-guard-text.ts';
import type { Choose, CommandIo, Task } from './task.ts';

type OfAccount = { readonly account?: number };
type Listing = OfAccount & { readonly json?: true };

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

/** `--json` and `--account`, wherever they stand in the line. */
const listingOf = (command: Command): Listing => command.optsWithGlobals();

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

function addDecisions(guard: Command, choose: Choose): void {
  guard
    .command('approve')
    .description('approves what is on a page, with the reason why it may be there')
    .argument('<page>', 'its number', parseNumber)
    .requiredOption('--items <numbers>', 'as show lists them, such as 3,7 or 3-12', parseRanges)
    .requiredOption('--reason <text>', 'which the inventory and the audit log keep')
    .option('--of-place', 'whatever the place holds, from now on')
    .action((id: number, approval: Approval) => choose(approve(id, approval)));
  guard
    .command('close-alarms')
    .description('closes the open alarms of a page, and approves nothing')
    .argument('<page>', 'its number', parseNumber)
    .action((id: number) =>
      choose(async ({ ask }) => {
        await ask({ method: 'POST', path: `/api/guarded-pages/${id}/close-alarms` });
        return `Closed the alarms of page ${id}`;
      }),
    );
  guard
    .command('visit')
    .description('has the service visit a page at once and then each hour')
    .argument('<address>', 'of a registered origin')
    .option('--name <name>', 'of the page (default: by its path)')
    .action((address: string, { name }: { readonly name?: string }, command: Command) =>
      choose(async (io) => {
        const account_id = await accountOf(io, listingOf(command).account);
        const body = { account_id, address, ...(name !== undefined && { name }) };
        await io.ask({ method: 'POST', path: '/api/guarded-pages', body });
        return `The service visits ${address}, now and each hour`;
      }),
    );
  guard
    .command('receiver')
    .description('has alarms sent to an address, signed as callbacks are, or to none')
    .argument('<url>', "the receiver's; none sends nothing")
    .action((url: string, _own: object, command: Command) =>
      choose(async (io) => {
        const account_id = await accountOf(io, listingOf(command).account);
        const body = { account_id, url: url === 'none' ? null : url };
        await io.ask({ method: 'PUT', path: '/api/guarded-pages/receiver', body });
        return url === 'none' ? 'Alarms are sent nowhere' : `Alarms are sent to ${url}`;
      }),
    );
  guard
    .command('forget')
    .description('forgets a page with its inventory, or one item of it')
    .argument('<page>', 'its number', parseNumber)
    .option('--item <number>', 'this alone: what somebody invented', parseNumber)
    .action((id: number, { item }: { readonly item?: number }) =>
      choose(async ({ ask }) => {
        const what = item === undefined ? '' : `/items/${item}`;
        await ask({ method: 'DELETE', path: `/api/guarded-pages/${id}${what}` });
        return item === undefined ? `Forgot page ${id}` : `Forgot item ${item} of page ${id}`;
      }),
    );
}

type Range = readonly [first: number, last: number];
type Approval = {
  readonly items: readonly Range[];
  readonly reason: string;
  readonly ofPlace?: true;
};

function parseRanges(text: string): readonly Range[] {
  return text.split(',').map((part): Range => {
    const [, first = '', last = first] = /^([1-9][0-9]{0,8})(?:-([1-9][0-9]{0,8}))?$/.exec(part) ?? [];
    if (first !== '' && Number(first) <= Number(last)) return [Number(first), Number(last)];
    throw new InvalidArgumentError("Expected numbers of items such as '3,7' or '3-12'.");
  });
}

/** Approves by numbers alone: what is reported after the operator has looked has a higher one, and waits. */
function approve(id: number, { items: ranges, reason, ofPlace }: Approval): Task {
  return async (io) => {
    const { items } = await readPage(io, id);
    const isNamed = (item: number) => ranges.some(([first, last]) => first <= item && item <= last);
    const named = items.filter((item) => item.approved_at === null && isNamed(item.id));
    if (named.length === 0)
      throw new Error(`Cannot approve this: page ${id} has no item of these numbers that waits for approval`);
    const body: ApproveRequest = {
      items: named.map((item) => item.id),
      reason,
      ...(ofPlace && { of_place: true }),
    };
    await io.ask({ method: 'POST', path: `/api/guarded-pages/${id}/approve`, body });
    const left = items.filter((item) => item.approved_at === null).length - named.length;
    return `Approved ${named.length} on page ${id}; ${left} wait`;
  };
}

async function pagesOf(io: CommandIo, account: number | undefined): Promise<GuardedPagesAnswer> {
  const path = `/api/guarded-pages?account_id=${await accountOf(io, account)}`;
  return GuardedPagesAnswer.parse(await io.ask({ method: 'GET', path }));
}

const readPage = async ({ ask }: CommandIo, id: number) =>
  GuardedPageAnswer.parse(await ask({ method: 'GET', path: `/api/guarded-pages/${id}` }));

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
