import { type AcquirerFaults, Faults, type FaultsChange } from '../../contract/admin/service.ts';
import type { DeliveryFault } from '../base/egress.ts';
import { type Acquirer, aroundQuestions, type Reply, wrapAcquirers } from '../base/processor/acquirer.ts';
import type { FaultSwitches } from '../base/runtime/fault-switches.ts';
import type { ServiceDependencies } from '../base/runtime/service-dependencies.ts';
import { ServiceError } from '../base/service-error.ts';
import type { AcquirerFaultSwitches } from './acquirer/fault-switches.ts';

/** The parts of the service, made unavailable by the operator. */
export function dependenciesWithFaults(
  dependencies: ServiceDependencies,
  faults: FaultSwitches,
): ServiceDependencies {
  const { acquirers, providers } = dependencies;
  const down: Reply = { kind: 'notSent', reason: 'processor_down' };
  const withFaults = (acquirer: Acquirer) =>
    aroundQuestions(acquirer, (ask) => async (question, call) => {
      return faults.now().processor_down ? down : ask(question, call);
    });
  return {
    ...dependencies,
    acquirers: wrapAcquirers(acquirers, withFaults),
    providers: {
      ...providers,
      open: (context, request) =>
        faults.now().providers_down ? undefined : providers.open(context, request),
    },
  };
}

/** What becomes of everything that is sent to merchants. */
export function callbackFault(faults: FaultSwitches): DeliveryFault {
  return () => faults.now().callbacks;
}

const NONE: Omit<Faults, 'acquirer'> = {
  requests_of: 'all',
  refuse: false,
  slow_ms: 0,
  callbacks: 'arrive',
  providers_down: false,
  processor_down: false,
};

/** `acquirer`: null until an acquirer is simulated in this process. */
export type SandboxFaultSwitches = FaultSwitches & { acquirer: AcquirerFaultSwitches | null };

export function faultSwitches(): SandboxFaultSwitches {
  let faults = NONE;
  const switches: SandboxFaultSwitches = {
    acquirer: null,
    now: () => ({ ...faults, acquirer: switches.acquirer && ofAcquirer(switches.acquirer.now()) }),
    change({ acquirer: ofItsOwn, ...change }) {
      if (ofItsOwn) changeAcquirer(switches.acquirer, ofItsOwn);
      const { acquirer: _, ...changed } = Faults.parse({ ...faults, ...change, acquirer: null });
      faults = changed;
    },
    clear() {
      faults = NONE;
      switches.acquirer?.clear();
    },
  };
  return switches;
}

function ofAcquirer({ slowMs, ...others }: ReturnType<AcquirerFaultSwitches['now']>): AcquirerFaults {
  return { ...others, slow_ms: slowMs };
}

function changeAcquirer(
  switches: AcquirerFaultSwitches | null,
  { slow_ms: slowMs, ...others }: NonNullable<FaultsChange['acquirer']>,
): void {
  if (!switches) {
    throw new ServiceError(
      'parameter_invalid',
      "Cannot switch the acquirer's faults: it is not simulated in this process, expected its own API at ACQUIRER_URL",
      { param: 'acquirer' },
    );
  }
  switches.change({ ...others, ...(slowMs !== undefined && { slowMs }) });
}
