import { type Command, InvalidArgumentError } from 'commander';
import type { ApproveRequest } from '../../../../contract/admin/page-guard.ts';
import { accountOf, parseNumber } from '../account-option.ts';
import type { Choose, Task } from '../task.ts';
import { listingOf, readPage } from './guarded-pages.ts';

export function addDecisions(guard: Command, choose: Choose): void {
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
