import type { Clock } from '../../base/clock.ts';
import { errorLogFields } from '../../base/error-log-fields.ts';
import type { MasterKey } from '../../base/keys/master-key.ts';
import type { AcquirerCall, Acquirers, RawNotification } from '../../base/processor/acquirer.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import type { SimulatedAcquirer, SimulatedDispute } from '../../base/runtime/service-dependencies.ts';
import { takeNotification } from '../../site/routes/acquirer-channel.ts';
import type { AcquirerFaultSwitches } from './fault-switches.ts';
import { AnswerMessage, type DisputeMessage } from './messages.ts';
import type { Deliver } from './notify.ts';
import { openAcquirer } from './open-acquirer.ts';
import { sandboxAcquirer } from './sandbox-acquirer.ts';

/** A simulated acquirer that runs elsewhere. */
type RemoteAcquirer = {
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
  readonly simulated: SimulatedAcquirer;
  close(): void;
};

const NAME = 'sandbox';
const TIMEOUT_MS = 20_000;

/** The acquirer of all who have chosen no other: in this process and asked without a socket, or elsewhere. */
export function openSandboxAcquirers({ settings, ...surroundings }: Surroundings): SandboxAcquirers {
  const { remote, directory } = settings;
  // Its notifications come to whoever has asked for them: it is opened before the runtime is there.
  let receive: Deliver = async () => false;
  const deliver: Deliver = (raw) => receive(raw);
  const own = remote ? undefined : openOwn({ ...surroundings, directory, deliver });
  const call: AcquirerCall['fetch'] = own?.fetch ?? fetch;
  const address = remote ?? { url: 'http://acquirer', ...secretsOf(surroundings.masterKey) };
  const acquirer = sandboxAcquirer({ name: NAME, ...address, timeoutMs: TIMEOUT_MS, fetch: own?.fetch });
  const headers = { 'content-type': 'application/json', 'x-api-key': address.apiKey };
  return {
    acquirers: { of: () => acquirer, named: (name) => (name === NAME ? acquirer : undefined) },
    simulated: {
      async empty() {
        const { ok, status } = await call(`${address.url}/v1/operations`, { method: 'DELETE', headers });
        if (!ok) throw new Error(`Cannot empty the acquirer's ledger: it answered ${status}`);
      },
      async dispute(runtime, wanted) {
        receive = (raw) => receiveBy(runtime, raw);
        const body = JSON.stringify(disputeOf(wanted));
        const answer = await call(`${address.url}/v1/disputes`, { method: 'POST', headers, body });
        const message = AnswerMessage.parse(await answer.json());
        return message.outcome === 'refused' ? message.text : undefined;
      },
      async notify(runtime) {
        receive = (raw) => receiveBy(runtime, raw);
        await own?.sendDue();
      },
    },
    close: () => own?.close(),
  };
}

/** By the function behind the path for notifications: verified, stored sealed, and applied by the job. */
async function receiveBy(runtime: Runtime, raw: RawNotification): Promise<boolean> {
  try {
    await takeNotification(runtime, { processor: NAME, raw });
    return true;
  } catch (error) {
    runtime.log.error(
      { reason: 'notify as the acquirer', ...errorLogFields(error) },
      'a notification was not taken',
    );
    return false;
  }
}

const EVENTS = {
  CAPTURE_REVERSED: 'capture.failed',
  REFUND_REVERSED: 'refund.failed',
  CHARGEBACK_OPENED: 'chargeback.opened',
  CHARGEBACK_WON: 'chargeback.reversed',
  CHARGEBACK_LOST: 'chargeback.lost',
} as const satisfies Record<SimulatedDispute['reversal'], DisputeMessage['event']>;

const disputeOf = ({ reversal, ...dispute }: SimulatedDispute): DisputeMessage => ({
  ...dispute,
  event: EVENTS[reversal],
});

type OwnOptions = Omit<Surroundings, 'settings'> &
  Pick<SandboxAcquirerSettings, 'directory'> & { readonly deliver: Deliver };

/** It foretells, because timers of the service end what ends later, by its own clock, which can be moved. */
function openOwn({ clock, masterKey, issuerUrl, directory, faults, deliver }: OwnOptions) {
  return openAcquirer({
    ...secretsOf(masterKey),
    clock,
    directory,
    faults,
    bankUrl: `${issuerUrl}/acs`,
    foretells: true,
    deliver,
  });
}

/** The same for every process of the store, so that they know each other's keys in the ledger. */
function secretsOf(masterKey: MasterKey) {
  const secret = Buffer.from(masterKey.digest('provider-results:acquirer', 'ledger')).toString('base64');
  return { apiKey: 'in this process', notificationSecret: secret };
}
