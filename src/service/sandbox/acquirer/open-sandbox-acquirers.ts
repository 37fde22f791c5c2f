import type { Clock } from '../../base/clock.ts';
import type { MasterKey } from '../../base/keys/master-key.ts';
import type { AcquirerCall, Acquirers } from '../../base/processor/acquirer.ts';
import type { AcquirerFaultSwitches } from './fault-switches.ts';
import { openAcquirer } from './open-acquirer.ts';
import { sandboxAcquirer } from './sandbox-acquirer.ts';

/** A simulated acquirer that runs elsewhere. */
export type RemoteAcquirer = {
  readonly url: string;
  readonly apiKey: string;
  readonly notificationSecret: string;
};

export type SandboxAcquirerSettings = {
  /** Undefined: the acquirer runs in this process. */
  readonly remote: RemoteAcquirer | undefined;
  /** Where the ledger of the one in this process is kept; undefined: in memory. */
  readonly directory: string | undefined;
};

type Surroundings = {
  readonly clock: Clock;
  readonly masterKey: MasterKey;
  readonly issuerUrl: string;
  readonly settings: SandboxAcquirerSettings;
  /** Of the acquirer in this process. */
  readonly faults?: AcquirerFaultSwitches | undefined;
};

export type SandboxAcquirers = {
  readonly acquirers: Acquirers;
  /** Back to a ledger without payments, beside a store that was emptied. */
  empty(): Promise<void>;
  close(): void;
};

const NAME = 'sandbox';
const TIMEOUT_MS = 20_000;

/** The acquirer of all who have chosen no other: in this process and asked without a socket, or elsewhere. */
export function openSandboxAcquirers({ settings, ...surroundings }: Surroundings): SandboxAcquirers {
  const { remote, directory } = settings;
  const own = remote ? undefined : openOwn({ ...surroundings, directory });
  const call: AcquirerCall['fetch'] = own?.fetch ?? fetch;
  const address = remote ?? { url: 'http://acquirer', ...secretsOf(surroundings.masterKey) };
  const acquirer = sandboxAcquirer({ name: NAME, ...address, timeoutMs: TIMEOUT_MS, fetch: own?.fetch });
  return {
    acquirers: { of: () => acquirer, named: (name) => (name === NAME ? acquirer : undefined) },
    async empty() {
      const headers = { 'x-api-key': address.apiKey };
      const { ok, status } = await call(`${address.url}/v1/operations`, { method: 'DELETE', headers });
      if (!ok) throw new Error(`Cannot empty the acquirer's ledger: it answered ${status}`);
    },
    close: () => own?.close(),
  };
}

type OwnOptions = Omit<Surroundings, 'settings'> & Pick<SandboxAcquirerSettings, 'directory'>;

/** It foretells, because timers of the service end what ends later, by its own clock, which can be moved. */
function openOwn({ clock, masterKey, issuerUrl, directory, faults }: OwnOptions) {
  return openAcquirer({
    ...secretsOf(masterKey),
    clock,
    directory,
    faults,
    bankUrl: `${issuerUrl}/acs`,
    foretells: true,
    deliver: async () => false,
  });
}

/** The same for every process of the store, so that they know each other's keys in the ledger. */
function secretsOf(masterKey: MasterKey) {
  const secret = Buffer.from(masterKey.digest('provider-results:acquirer', 'ledger')).toString('base64');
  return { apiKey: 'in this process', notificationSecret: secret };
}
