import { Faults } from '../../contract/admin/service.ts';
import type { DeliveryFault } from '../base/egress.ts';
import { type Acquirer, aroundQuestions, type Reply, wrapAcquirers } from '../base/processor/acquirer.ts';
import type { FaultSwitches } from '../base/runtime/fault-switches.ts';
import type { ServiceDependencies } from '../base/runtime/service-dependencies.ts';

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

const NONE: Faults = {
  requests_of: 'all',
  refuse: false,
  slow_ms: 0,
  callbacks: 'arrive',
  providers_down: false,
  processor_down: false,
};

export function faultSwitches(): FaultSwitches {
  let faults = NONE;
  return {
    now: () => faults,
    change(change) {
      faults = Faults.parse({ ...faults, ...change });
    },
    clear() {
      faults = NONE;
    },
  };
}
