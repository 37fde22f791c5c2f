import { join } from 'node:path';
import type { AcquirerCall } from '../../base/processor/acquirer.ts';
import { createAcquirerApp, DROP_HEADER } from './acquirer-app.ts';
import { type AcquirerClock, type AcquirerCore, createCore } from './acquirer-core.ts';
import { Entry } from './entries.ts';
import { type AcquirerFaultSwitches, acquirerFaultSwitches } from './fault-switches.ts';
import { fileJournal, memoryJournal } from './journal.ts';
import { createNotifier, type Deliver } from './notify.ts';

const LEDGER_FILE = 'acquirer-ledger.jsonl';

export type AcquirerOptions = {
  readonly clock: AcquirerClock;
  /** Whom it knows. */
  readonly apiKey: string;
  /** What signs its notifications. */
  readonly notificationSecret: string;
  /** Where its ledger is kept; undefined: in memory. Several processes may share it. */
  readonly directory: string | undefined;
  /** Where the simulated bank asks. */
  readonly bankUrl: string;
  readonly deliver: Deliver;
  /** Default: no, ends are told by notifications. */
  readonly foretells?: boolean;
  /** Default: its own, which only its API switches. */
  readonly faults?: AcquirerFaultSwitches | undefined;
};

export type OpenAcquirer = {
  readonly core: AcquirerCore;
  readonly faults: AcquirerFaultSwitches;
  /** The app, as whoever listens at a port calls it. */
  readonly app: (request: Request) => Promise<Response>;
  /** The app without a socket, for a caller in this process; rejects as `fetch` does where the connection would break. */
  readonly fetch: AcquirerCall['fetch'];
  /** Sends the notifications that are due. */
  readonly sendDue: () => Promise<void>;
  close(): void;
};

/** The simulated acquirer: a ledger of its own behind an API of its own. */
export function openAcquirer(options: AcquirerOptions): OpenAcquirer {
  const {
    clock,
    bankUrl,
    directory,
    apiKey,
    notificationSecret: secret,
    deliver,
    foretells = false,
    faults = acquirerFaultSwitches(),
  } = options;
  const journal =
    directory === undefined
      ? memoryJournal<Entry>()
      : fileJournal(join(directory, LEDGER_FILE), (value) => Entry.parse(value));
  const core = createCore({ journal, clock, bankUrl, secret, foretells });
  const notifier = createNotifier({ core, secret, deliver, faults: () => faults.now().notifications });
  const app = createAcquirerApp({ core, faults, apiKey, sendDue: notifier.sendDue });
  const answer = async (request: Request) => app.fetch(request);
  return {
    core,
    faults,
    app: answer,
    fetch: async (url, { signal: _, ...init }) => {
      const response = await answer(new Request(url, init));
      if (!response.headers.has(DROP_HEADER)) return response;
      const cause = Object.assign(new Error('Connection reset'), { code: 'ECONNRESET', syscall: 'read' });
      throw new TypeError('fetch failed', { cause });
    },
    sendDue: notifier.sendDue,
    close: () => journal.close(),
  };
}
